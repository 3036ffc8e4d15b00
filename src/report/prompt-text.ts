import type { AssertionEvidence, ResultCheck } from '../model/assertion.ts';
import type { Prompt, PromptTrouble } from '../model/outcome.ts';
import { unreachable } from '../model/result.ts';
import type { Explained, Fact } from './explained.ts';
import { moreProblems, problemFacts } from './problem-facts.ts';
import type { Subject } from './subject.ts';
import { cutMiddle } from './truncate.ts';
import { plural, quoted, undeclaredHint } from './words.ts';

const SHOWN = 8;
const MESSAGE = 200;
const ANSWER = 100;

/** Evidence of what the server asked of the client. */
type PromptEvidence = Extract<
  AssertionEvidence,
  { why: 'prompt_count' | 'answers_unused' | 'prompt_unanswered' }
>;

export function explainPrompts(
  evidence: PromptEvidence,
  check: ResultCheck,
  subject: Subject,
): Explained {
  switch (evidence.why) {
    case 'prompt_count':
      return promptCount(evidence.prompts, check);
    case 'answers_unused':
      return {
        title: `${plural(evidence.unused, 'scripted answer')} ${wasNever(evidence.unused)} asked for`,
        facts: askedFacts(evidence.prompts),
        hints: morePrompts(evidence.prompts),
      };
    case 'prompt_unanswered':
      return explainPrompt(evidence.prompt, evidence.prompt.trouble, subject);
    default:
      return unreachable(evidence);
  }
}

/** What was asked and answered, in one line that is not yet escaped. */
export function promptText({ kind, mode, message, answer }: Prompt): string {
  const how = kind === 'sampling' ? ' (sampling)' : mode === 'url' ? ' (url)' : '';
  return `asked${how}: ${asked(message)} → ${answerText(kind, answer)}`;
}

/** What went before when a step with prompts gets no reply; null without prompts. */
export function promptedText(prompts: readonly Prompt[]): string | null {
  const last = prompts.at(-1);
  if (last === undefined) return null;
  const answered = prompts.filter(({ answer }) => answer !== null).length;
  return `${plural(prompts.length, 'prompt')} came before that, ${answeredText(answered, prompts.length)}: ${asked(last.message)}`;
}

function answeredText(answered: number, all: number): string {
  if (answered === all) return all === 1 ? 'answered' : 'all answered; the last';
  if (answered === 0) return all === 1 ? 'not answered' : 'none answered; the last';
  return `${answered} of them answered; the last`;
}

/** Why a prompt was not answered as its scenario scripts it. */
export function explainPrompt(
  { kind, message, mode }: Prompt,
  trouble: PromptTrouble | null,
  subject: Subject,
): Explained {
  const came: Fact = { kind: 'quoted', label: 'asked', text: message };
  switch (trouble?.kind) {
    case undefined:
      return { title: 'a prompt was not answered', facts: [came], hints: [] };
    case 'no_answer_left':
      if (subject === 'sample') return nobodyAnswers(message);
      return noAnswerLeft(kind, message, trouble);
    case 'malformed':
      return {
        title: `the server asked by a malformed prompt, which no client could answer: ${asked(message)}`,
        facts: [{ kind: 'plain', label: 'reason', text: trouble.detail }],
        hints: [],
      };
    case 'other_message':
      return {
        title: "the prompt's message does not contain what its scripted answer expects",
        facts: [{ kind: 'quoted', label: 'expected', text: trouble.expected }, came],
        hints: ['answers are taken in their order, one for each prompt'],
      };
    case 'other_mode':
      return {
        title: `the prompt came in the mode ${quoted(mode ?? 'none')}, and its scripted answer expects ${quoted(trouble.expected)}`,
        facts: [came],
        hints: ['answers are taken in their order, one for each prompt'],
      };
    case 'content_misfit':
      return {
        title: 'the scripted content does not fit the schema that the prompt asks for',
        facts: [came, ...problemFacts(trouble.problems)],
        hints: moreProblems(trouble.problems),
      };
    case 'schema_unusable':
      return {
        title: 'the schema that the prompt asks for cannot be used, so it was not answered',
        facts: [came, { kind: 'plain', label: 'reason', text: trouble.detail }],
        hints: [],
      };
  }
}

function noAnswerLeft(
  kind: Prompt['kind'],
  message: string,
  { scripted, undeclared }: Extract<PromptTrouble, { kind: 'no_answer_left' }>,
): Explained {
  const why =
    scripted === null
      ? 'the server asked, and this step scripts no answer'
      : scripted === 0
        ? `the server asked, and "${kind}: []" expects that it does not`
        : 'the server asked once more, and the script has no answer left';
  const mend =
    scripted === null
      ? `write the answers into ${quoted(kind)} of the step`
      : `write ${scripted === 0 ? 'an' : 'one more'} answer into ${quoted(kind)}`;
  return {
    title: `${why}: ${asked(message)}`,
    facts: [],
    hints: [`if it should ask that, ${mend}`, ...undeclaredHint(undeclared)],
  };
}

function nobodyAnswers(message: string): Explained {
  const title = `the server asked something, and nobody answers for a sample: ${asked(message)}`;
  return { title, facts: [], hints: [] };
}

function promptCount(prompts: readonly Prompt[], check: ResultCheck): Explained {
  const wanted =
    check.kind === 'elicitations' ? `, and ${wantedText(check.expected)} expected` : '';
  const title =
    prompts.length === 0
      ? `the server asked nothing during the step${wanted}`
      : `the server asked ${prompts.length === 1 ? 'once' : plural(prompts.length, 'time')} during the step${wanted}`;
  const facts = prompts.length === 0 ? [] : askedFacts(prompts);
  return { title, facts, hints: morePrompts(prompts) };
}

function wantedText(count: number): string {
  if (count === 0) return 'no prompt was';
  return count === 1 ? '1 prompt was' : `${plural(count, 'prompt')} were`;
}

function wasNever(count: number): string {
  return count === 1 ? 'was never' : 'were never';
}

function askedFacts(prompts: readonly Prompt[]): Fact[] {
  if (prompts.length === 0) return [{ kind: 'plain', label: 'asked', text: 'nothing' }];
  return prompts.slice(0, SHOWN).map(({ kind, message, answer }) => ({
    kind: 'plain',
    label: 'asked',
    text: `${asked(message)} → ${answerText(kind, answer)}`,
  }));
}

function morePrompts({ length }: readonly Prompt[]): string[] {
  return length > SHOWN ? [`and ${plural(length - SHOWN, 'more prompt')}`] : [];
}

function answerText(kind: Prompt['kind'], answer: string | null): string {
  if (answer === null) return 'not answered';
  return kind === 'sampling' ? quoted(cutMiddle(answer, ANSWER)) : answer;
}

function asked(message: string): string {
  return quoted(cutMiddle(message, MESSAGE));
}
