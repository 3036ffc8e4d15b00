import { validateHeaderName, validateHeaderValue } from 'node:http';
import { err, ok, type Result } from '../model/result.ts';
import type { Launch, StartReason, Trouble } from '../model/trouble.ts';
import { Cap } from './cap.ts';
import type { Connection, HttpSpec, ListenerKind } from './connection.ts';
import { FindingLog } from './finding-log.ts';
import { HttpEndpoint } from './http-endpoint.ts';
import { Excerpts } from './http-excerpt.ts';
import { failureText, type HttpFailure } from './http-failure.ts';
import { HttpSession } from './http-session.ts';
import { HttpTransport } from './http-transport.ts';
import { isLoopback } from './loopback.ts';
import { type Introduction, openSession, type SessionFailure } from './session.ts';

const NOTE = 'notifications/initialized';

/** Completes `initialize` at a Streamable HTTP endpoint. */
export async function connectHttp(
  spec: HttpSpec,
  introduction: Introduction,
  signal: AbortSignal,
): Promise<Result<Connection, Trouble>> {
  if (signal.aborted) return err({ code: 'interrupted' });
  const url = usable(spec);
  if (!url.ok) return err(startFailed(spec, { kind: 'unreachable', detail: url.error }));
  const cap = new Cap(spec.startupTimeoutMs, signal);
  try {
    return await open(spec, url.value, introduction, { cap, signal });
  } finally {
    cap.release();
  }
}

async function open(
  spec: HttpSpec,
  url: URL,
  introduction: Introduction,
  { cap, signal }: { readonly cap: Cap; readonly signal: AbortSignal },
): Promise<Result<Connection, Trouble>> {
  const { served } = spec;
  const listener = (): ListenerKind => served?.listener() ?? 'unknown';
  const findings = new FindingLog();
  const transport = new HttpTransport({
    session: new HttpSession(new HttpEndpoint(url, spec.headers, listener), findings, signal),
    excerpts: new Excerpts([...Object.values(spec.headers), ...credentialsOf(url)]),
    findings,
    served,
  });
  const session = await openSession(transport, introduction, cap, findings);
  if (session.ok) return session;
  const { failure, answered } = transport;
  await transport.end();
  if (session.error === 'interrupted') return err({ code: 'interrupted' });
  const exited = served !== null && served.tail().exit !== null;
  const reason = answered ? afterAnswer : reasonOf;
  return err(startFailed(spec, exited ? { kind: 'exited' } : reason(session.error, failure, spec)));
}

/** As `reasonOf`, when it was the notification after it that was not taken. */
function afterAnswer(
  failed: Exclude<SessionFailure, 'interrupted'>,
  failure: HttpFailure | null,
  spec: HttpSpec,
): StartReason {
  const what = `${NOTE}, which follows its answer,`;
  if (failed === 'timeout') {
    const detail = `${what} was not taken within ${spec.startupTimeoutMs} ms`;
    return { kind: 'refused', detail };
  }
  const reason = reasonOf(failed, failure, spec);
  if (!('detail' in reason)) return reason;
  return { ...reason, detail: `${reason.detail} (upon ${NOTE})` };
}

function reasonOf(
  failed: Exclude<SessionFailure, 'interrupted'>,
  failure: HttpFailure | null,
  spec: HttpSpec,
): StartReason {
  if (failed === 'timeout') return { kind: 'timeout', afterMs: spec.startupTimeoutMs };
  switch (failure?.kind) {
    case 'stranger':
      return { kind: 'port_taken', port: failure.port };
    case 'network':
      return { kind: 'unreachable', detail: failure.detail };
    case 'http_status':
    case 'redirect':
      return { ...failure };
    case 'session_gone':
    case 'no_answer':
      return { kind: 'refused', detail: failureText(failure) };
    case undefined:
      return { kind: 'refused', detail: failed.refused };
  }
}

/** What may be sent there, or why not; never tells the value of a header. */
function usable({ url: text, headers }: HttpSpec): Result<URL, string> {
  if (!URL.canParse(text)) return err('the URL is not one');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return err(`${url.protocol} is no way to a server: only http and https are`);
  }
  const names = Object.keys(headers);
  const sendsCredentials =
    names.some((name) => name.toLowerCase() === 'authorization') || credentialsOf(url).length > 0;
  if (sendsCredentials && url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return err(`credentials are not sent in cleartext to ${url.hostname}: use https`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!passes(() => validateHeaderName(name))) return err('the name of a header cannot be sent');
    if (!passes(() => validateHeaderValue(name, value))) {
      return err(`the value of the header ${name} cannot be sent: a line break in it, say`);
    }
  }
  return ok(url);
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** What the URL itself has of them, in the forms in which they may come back. */
function credentialsOf({ username, password }: URL): readonly string[] {
  if (username === '' && password === '') return [];
  const [user, word] = [username, password].map(decoded);
  const header = Buffer.from(`${user}:${word}`).toString('base64');
  return [username, password, `${user}`, `${word}`, `Basic ${header}`];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function startFailed(spec: HttpSpec, reason: StartReason): Trouble {
  const launch: Launch = { kind: 'url', url: shown(spec.url), place: spec.place, by: spec.by };
  const tail = spec.served?.tail() ?? { exit: null, stderr: '' };
  return { code: 'start_failed', reason, launch, tail };
}

/** Without credentials. */
function shown(text: string): string {
  if (!URL.canParse(text)) return text.replace(/\/\/[^/]*@/, '//');
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}
