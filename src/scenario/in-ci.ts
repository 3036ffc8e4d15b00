/** What says no where a variable may be set for a yes. */
const NO: readonly string[] = ['', '0', 'false'];

/** Whether this run is one of continuous integration, where nothing that is committed is written. */
export function isCi({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return !NO.includes(CI.trim().toLowerCase());
}
