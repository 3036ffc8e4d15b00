import type { Diagnostic, DiagnosticCode } from '../model/diagnostic.ts';
import { say, type Wording } from './wording.ts';
import { quoted, someOf } from './words.ts';

type ByCode = { readonly [C in DiagnosticCode]: Extract<Diagnostic, { code: C }> };
type Code =
  | 'bad_url'
  | 'cleartext_token'
  | 'empty_variable'
  | 'token_unset'
  | 'bad_token'
  | 'live_target_missing'
  | 'shared_live_url'
  | 'no_live_scenario'
  | 'upstream_in_live'
  | 'bad_mcp_config'
  | 'unknown_server'
  | 'judge_key_missing';

const EMPTY = {
  url: {
    so: 'so there is no server for the live run',
    or: 'for a hermetic run, remove the variable',
  },
  token: { so: 'so there is no token', or: 'for a server that needs none, remove the variable' },
  header: {
    so: 'so the header would say nothing',
    or: 'if that is meant, give a default: ${env.NAME:-default}',
  },
} as const;

/** Mistakes about where a server is and who may use it. */
export const TARGET_WORDS: { readonly [C in Code]: (diagnostic: ByCode[C]) => Wording } = {
  bad_url: (d) => say(`the address in ${d.what} cannot be used: ${d.problem}`),
  cleartext_token: (d) =>
    say(
      `the address in ${d.what} is plain http, and would send a credential to ${d.host}`,
      'use https; without it only this machine (127.0.0.1, localhost) is sent one',
    ),
  empty_variable: (d) =>
    say(
      `the environment variable ${d.name} is set but empty, ${EMPTY[d.use].so}`,
      'a secret that is missing in CI arrives as an empty text: set it',
      EMPTY[d.use].or,
    ),
  token_unset: (d) =>
    say(
      `the environment variable ${d.name}, which is to hold the token, is not set`,
      'set it; for a server that needs no token, do not name one',
    ),
  bad_token: (d) =>
    say(
      `the token in ${d.name} holds characters that no HTTP header can carry`,
      'write it alone, without "Bearer": letters, digits and signs of ASCII, no blank, no line break',
    ),
  live_target_missing: (d) =>
    say(
      `a live run of ${quoted(d.suite)} has no server: ${d.name} is not set`,
      `set ${d.name} to its address, or name it by --url`,
    ),
  shared_live_url: (d) =>
    say(
      `${d.suites.length} suites would share the one server in ${d.name}: ${someOf(d.suites, 5)}`,
      'give each a variable of its own (live: { url_env: … }), or select one suite by its path',
    ),
  no_live_scenario: (d) =>
    say(
      `no scenario of ${quoted(d.suite)} takes part in a live run`,
      'write "live: true" into those that are safe to run against a real server',
    ),
  upstream_in_live: (d) =>
    say(
      `in a live run there is no stub ${quoted(d.name)}, so its address has no value`,
      'remove "live: true" from the scenario, or the placeholder from it',
    ),
  bad_mcp_config: (d) => say(`${quoted(d.path)} cannot be used: ${d.problem}`),
  unknown_server: (d) =>
    d.known.length === 0
      ? say(`${quoted(d.path)} names no server`)
      : say(
          d.name === null
            ? `${quoted(d.path)} names several servers, and none is chosen`
            : `${quoted(d.path)} has no server ${quoted(d.name)}`,
          ...(d.nearest === null ? [] : [`did you mean ${quoted(d.nearest)}?`]),
          `it has: ${someOf(d.known, 12)}`,
          ...(d.name === null ? ['name one by "server", or by --server on the command line'] : []),
        ),
  judge_key_missing: (d) =>
    say(
      `the judge needs a key, and ${d.name} is ${d.set ? 'set but empty' : 'not set'}`,
      'set it, or leave the criteria out by --judge off',
    ),
};
