import { expandText } from './interpolate.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What must not be shown of headers: their values. */
export function secretsOfHeaders(
  headers: Readonly<Record<string, string>>,
  env: Env,
): readonly string[] {
  return Object.values(headers).flatMap((text) => secretParts(headerText(text, env)));
}

/** A header with its variables. Placeholders that only a run fills in name no secret. */
export function headerText(text: string, env: Env): string {
  const nothing = {
    vars: {},
    variant: {},
    upstreams: {},
    runId: '',
    today: new Date(0),
    tmp: '',
    port: null,
  };
  try {
    return expandText(text, { ...nothing, env, uuid: () => '' });
  } catch {
    return text;
  }
}

/** The whole value, and behind a scheme such as `Bearer` the credential alone. */
function secretParts(value: string): string[] {
  const [, credential] = /^\S+ +(\S+)$/.exec(value) ?? [];
  return credential === undefined ? [value] : [value, credential];
}
