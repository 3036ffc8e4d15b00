import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { Prompt, PromptTrouble } from '../model/outcome.ts';
import type { Answer, Sample } from '../model/scenario.ts';
import type { PromptReply, PromptRequest } from '../target/connection.ts';
import { checkArguments } from '../validator/arguments.ts';
import type { Instrument } from './instruments.ts';
import { malformation } from './prompt-shape.ts';

/** What a step scripts, its placeholders filled in. */
export interface Lines {
  /** Null: not scripted by this step. */
  readonly elicitation: readonly Answer[] | null;
  readonly sampling: readonly Sample[] | null;
}

export interface Prompted {
  readonly prompts: readonly Prompt[];
  readonly unusedAnswers: number;
}

export const NO_LINES: Lines = { elicitation: null, sampling: null };

/** Answers what one connection's server asks, by the script of the step that is under way. */
export class Script implements Instrument<Prompted> {
  #elicitation: Answer[] = [];
  #sampling: Sample[] = [];
  #prompts: Prompt[] = [];
  #next: Lines = NO_LINES;
  readonly #undeclared: boolean;

  /** `undeclared`: of a client that has declared nothing at all. */
  constructor(undeclared = false) {
    this.#undeclared = undeclared;
  }

  /** The script of the step that begins next. */
  prepare(lines: Lines): void {
    this.#next = lines;
  }

  begin(): void {
    this.#elicitation = [...(this.#next.elicitation ?? [])];
    this.#sampling = [...(this.#next.sampling ?? [])];
  }

  end(): Prompted {
    const prompts = this.#prompts;
    const unusedAnswers = this.#elicitation.length + this.#sampling.length;
    this.#prompts = [];
    this.#elicitation = [];
    this.#sampling = [];
    return { prompts, unusedAnswers };
  }

  /** What came since the last time; each is given once. */
  late(): readonly Prompt[] {
    const prompts = this.#prompts;
    this.#prompts = [];
    return prompts;
  }

  /** An undeclared one finds no answer: steps that script none have none. */
  answer(request: PromptRequest): PromptReply {
    return request.kind === 'elicitation' ? this.#elicit(request) : this.#sample(request);
  }

  #elicit(request: PromptRequest): PromptReply {
    const { params } = request;
    const message = typeof params.message === 'string' ? params.message : '';
    const mode = params.mode === 'url' ? 'url' : 'form';
    const asked = { kind: 'elicitation', mode, message } as const;
    const answer = this.#elicitation.shift();
    const trouble =
      answer === undefined
        ? this.#noneLeft('elicitation')
        : (malformed(request) ?? misfit(answer, mode, message, params));
    if (answer === undefined || trouble !== null) {
      this.#prompts.push({ ...asked, answer: null, trouble });
      return { refusal: 'the scenario has no answer for this' };
    }
    this.#prompts.push({ ...asked, answer: answer.action, trouble: null });
    const withContent = answer.action === 'accept' && mode === 'form';
    const content = withContent ? { content: answer.content ?? {} } : {};
    return { result: { action: answer.action, ...content } };
  }

  #sample(request: PromptRequest): PromptReply {
    const message = lastMessage(request.params);
    const asked = { kind: 'sampling', mode: null, message } as const;
    const sample = this.#sampling.shift();
    const trouble = sample === undefined ? this.#noneLeft('sampling') : malformed(request);
    if (sample === undefined || trouble !== null) {
      this.#prompts.push({ ...asked, answer: null, trouble });
      return { refusal: 'the scenario has no words for this' };
    }
    this.#prompts.push({ ...asked, answer: sample.text, trouble: null });
    const content = { type: 'text', text: sample.text };
    return { result: { role: 'assistant', content, model: 'scripted', stopReason: 'endTurn' } };
  }

  #noneLeft(kind: keyof Lines): PromptTrouble {
    const scripted = this.#next[kind]?.length ?? null;
    return { kind: 'no_answer_left', scripted, ...(this.#undeclared ? { undeclared: true } : {}) };
  }
}

function malformed(request: PromptRequest): PromptTrouble | null {
  const detail = malformation(request);
  return detail === null ? null : { kind: 'malformed', detail };
}

function misfit(
  answer: Answer,
  mode: 'form' | 'url',
  message: string,
  { requestedSchema }: JsonObject,
): PromptTrouble | null {
  // A client that can open addresses says so, and only a script with such an answer makes it one.
  const expected = answer.mode ?? 'form';
  if (expected !== mode) return { kind: 'other_mode', expected };
  if (answer.messageContains !== null && !message.includes(answer.messageContains)) {
    return { kind: 'other_message', expected: answer.messageContains };
  }
  if (answer.action !== 'accept' || mode === 'url' || requestedSchema === undefined) return null;
  const checked = checkArguments(requestedSchema, answer.content ?? {});
  if (!checked.ok) return { kind: 'schema_unusable', detail: checked.error.detail };
  return checked.value.length === 0 ? null : { kind: 'content_misfit', problems: checked.value };
}

function lastMessage({ messages }: JsonObject): string {
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content = isJsonObject(last) ? last.content : undefined;
  const block = Array.isArray(content) ? content[0] : content;
  return isJsonObject(block) && typeof block.text === 'string' ? block.text : '';
}
