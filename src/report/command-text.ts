/** The command that writes the baseline of this suite file. */
export function baselineCommand(suite: string): string {
  return `mcp-eval tools ${shellWord(suite)} --write-baseline`;
}

/** As a shell takes it for one word. */
function shellWord(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
