// `npm pack` takes package.json as it lies on the disk, and no setting leaves fields out of it. So `prepack` lays the
// published manifest in its place and `postpack` puts ours back. A pack that was interrupted between the two leaves
// the short one behind, and ours beside it: `node .ci/manifest.mjs restore`.
import {
  constants,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const published = [
  ...['name', 'version', 'description', 'keywords', 'license', 'author'],
  ...['homepage', 'repository', 'bugs', 'type', 'engines', 'bin', 'files'],
];
const ours = '.package.json.ours';

const commands = {
  publish() {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const kept = Object.entries(manifest).filter(([field]) => published.includes(field));
    // Fails when it is there: a second pack at the same time would save the short manifest as ours.
    copyFileSync('package.json', ours, constants.COPYFILE_EXCL);
    writeFileSync('package.json.new', `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
    // By renaming: whoever reads package.json meanwhile sees one or the other, never half of it.
    renameSync('package.json.new', 'package.json');
  },
  restore() {
    if (existsSync(ours)) renameSync(ours, 'package.json');
  },
};

const command = commands[process.argv[2]];
if (!command) throw new Error(`usage: node .ci/manifest.mjs ${Object.keys(commands).join(' | ')}`);
command();
