import type { ProcessTarget } from '../model/target.ts';

/** What most programs need to start, and nothing that could be a secret. */
const SAFE_NAMES: readonly string[] = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'],
  ...['TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT'],
  ...['USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMFILES'],
];

/** The whole environment of a target's process. `expanded` is its `env`, placeholders replaced. */
export function targetEnv(
  target: Pick<ProcessTarget, 'passEnv'>,
  expanded: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = [...SAFE_NAMES, ...target.passEnv].flatMap((name): [string, string][] => {
    const value = own[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(passed), ...expanded };
}
