import type { Anthropic, ClientOptions } from '@anthropic-ai/sdk';
import { err } from '../model/result.ts';
import type { CallTrouble } from '../model/verdict.ts';
import type { Ask, Prompt } from './ask.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { excerptOf, reasonOf, type Show } from './one-line.ts';
import { readAnswer } from './read-answer.ts';

const OFFICIAL_URL = 'https://api.anthropic.com';
/** No limit of the SDK's own: whoever asks has one. */
const NEVER_MS = 2 ** 31 - 1;

export interface AnthropicOptions {
  readonly apiKey: string;
  /** Null for the official one. */
  readonly baseUrl: string | null;
  readonly model: string;
  readonly maxTokens: number;
  /** Masks the key and every other secret. Needed here: what is shown of a reply is cut, and so might a secret be. */
  readonly redact: (text: string) => string;
}

/** Asks through the official SDK, which is loaded by the first call. */
export function createAnthropicAsk(options: AnthropicOptions): Ask {
  const show: Show = (text) => excerptOf(options.redact(text));
  let client: Promise<Anthropic> | null = null;
  return async (prompt, signal) => {
    try {
      client ??= connect(options, show);
      const body = messageOf(options, prompt);
      // Not `messages.create`, which prints on its own when a model is deprecated.
      const request = (await client).post('/v1/messages', { body, signal });
      return readAnswer(await (await request.asResponse()).text(), show);
    } catch (error) {
      return err(troubleOf(error, show));
    }
  };
}

/** The SDK builds the request. What comes back is read here, where its size and shape are held. */
async function connect({ apiKey, baseUrl }: AnthropicOptions, show: Show): Promise<Anthropic> {
  const sdk = await import('@anthropic-ai/sdk');
  const settings: ClientOptions = {
    apiKey,
    // Each option that is left out would be looked for in the environment.
    baseURL: baseUrl ?? OFFICIAL_URL,
    webhookKey: null,
    openTelemetry: false,
    logLevel: 'off',
    maxRetries: 0,
    timeout: NEVER_MS,
    fetch: async (url, init = {}) => {
      const fetched = await boundedFetch(String(url), init, apiKey, show);
      if (!fetched.ok) throw new CallFailed(fetched.error);
      return new Response(fetched.value);
    },
  };
  return new sdk.Anthropic(settings);
}

/** No temperature: newer models refuse it. */
function messageOf({ model, maxTokens }: AnthropicOptions, { system, user }: Prompt) {
  return {
    model,
    max_tokens: maxTokens,
    system,
    messages: [{ role: 'user', content: user }],
  } satisfies Anthropic.MessageCreateParams;
}

/** Carries a trouble through the SDK. Its message and lack of a cause keep the SDK from reading anything into it. */
class CallFailed extends Error {
  readonly trouble: CallTrouble;

  constructor(trouble: CallTrouble) {
    super('no reply');
    this.trouble = trouble;
  }
}

function troubleOf(error: unknown, show: Show): CallTrouble {
  const carried = error instanceof Error ? error.cause : null;
  if (carried instanceof CallFailed) return carried.trouble;
  return { kind: 'unreachable', detail: show(reasonOf(error)) };
}
