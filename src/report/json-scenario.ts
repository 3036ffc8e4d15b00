import type { JsonObject } from '../model/json.ts';
import type { Repeated } from '../model/repeat.ts';
import type { ScenarioResult } from '../model/run-result.ts';
import { caughtBy, causeOf } from './cause.ts';
import { messageOf } from './explained.ts';
import { findingText } from './finding-text.ts';
import { assertionJson } from './json-assertion.ts';
import { attemptsJson } from './json-attempts.ts';
import { stepJson } from './json-step.ts';
import { textFields } from './json-text.ts';
import { runsOf } from './runs-of.ts';
import { serverTail } from './stderr.ts';
import { stepSubject } from './subject.ts';
import { troubleText } from './trouble-text.ts';
export function scenarioJson(result: ScenarioResult): JsonObject {
  const { scenario } = result;
  const { exit, stderr } = serverTail(result);
  const by = caughtBy(result);
  const { path: file } = scenario.place.file;
  const subject = stepSubject(scenario);
  return {
    id: scenario.id,
    kind: scenario.kind,
    file,
    name: scenario.name,
    suite: scenario.suite,
    ...(scenario.twin === undefined ? {} : { twin: { ...scenario.twin } }),
    status: result.status,
    ...causeFields(result),
    duration_ms: Math.round(result.durationMs),
    attempts: result.attempts,
    flaky: result.flaky,
    ...(by === null ? {} : { caught: true, caught_by: { code: by.code, message: by.message } }),
    ...(result.ownProcess ? { own_process: true } : {}),
    ...textFields('output', result.output),
    ...(stderr === '' ? {} : textFields('stderr', stderr)),
    ...(exit === null ? {} : { exit: { code: exit.code, signal: exit.signal } }),
    ...(result.tmp === null ? {} : { tmp: result.tmp }),
    ...(result.retried.length === 0
      ? {}
      : { retried: result.retried.map((trouble) => messageOf(troubleText(trouble, null))) }),
    ...attemptsJson(result.strayAttempts),
    ...(result.repeats === null ? {} : { repeat: repeatJson(result, result.repeats) }),
    findings: result.findings.map((finding) => ({
      code: finding.code,
      message: findingText(finding),
    })),
    steps: result.steps.map((step) => stepJson(step, scenario.place.file, subject)),
    assertions: result.assertions.map((assertion) =>
      assertionJson(assertion, 'output', scenario.place.file),
    ),
  };
}

function repeatJson(result: ScenarioResult, { times, minPass, shown }: Repeated): JsonObject {
  const runs = runsOf(result);
  return {
    times,
    min_pass: minPass,
    passed: runs.filter(({ status }) => status === 'passed').length,
    shown: shown === null ? null : shown + 1,
    runs: runs.map((run) => ({
      status: run.status,
      ...causeFields(run),
      duration_ms: Math.round(run.durationMs),
      ...(run.tmp === null ? {} : { tmp: run.tmp }),
    })),
  };
}

function causeFields(result: ScenarioResult): JsonObject {
  const { code, message } = causeOf(result);
  return { ...(code === null ? {} : { code }), ...(message === null ? {} : { message }) };
}
