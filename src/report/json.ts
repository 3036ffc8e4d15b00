import { createHash } from 'node:crypto';
import type { JsonValue } from '../model/json.ts';
import type { RunResult, SuiteResult } from '../model/run-result.ts';
import { inFileOrder } from './diagnostics.ts';
import { escapeJson } from './escape.ts';
import { diagnosticJson } from './json-diagnostic.ts';
import { scenarioJson } from './json-scenario.ts';
import { suiteJson } from './json-suite.ts';
import { judgeUse } from './judge-use.ts';
import type { Reporter, ReportOptions, RunSummary } from './reporter.ts';
import { summarize } from './summary.ts';
/** The report for machines, as `report.schema.json` describes it. Written whole, at the end. */
export function createJson(options: ReportOptions): Reporter {
  return {
    event: () => '',
    end: (summary) =>
      `${escapeJson(JSON.stringify(reportJson(summary, options.version), null, 2))}\n`,
  };
}

function reportJson({ result, exitCode, refused }: RunSummary, version: string): JsonValue {
  return {
    schema_version: 1,
    tool: { name: 'mcp-eval', version },
    run_id: result.runId,
    mode: modeOf(result.suites),
    started_at: result.startedAt,
    duration_ms: Math.round(result.durationMs),
    exit_code: exitCode,
    shard: null,
    selection_hash: selectionHash(result),
    summary: { ...summarize(result) },
    judge: judgeJson(result),
    suites: result.suites.map((suite) => suiteJson(suite, result.scenarios)),
    scenarios: result.scenarios.map(scenarioJson),
    ...(refused === undefined ? {} : { diagnostics: inFileOrder(refused).map(diagnosticJson) }),
  };
}

function modeOf(suites: readonly SuiteResult[]): string {
  const modes = new Set(suites.map(({ mode }) => mode));
  return modes.size > 1 ? 'mixed' : ([...modes][0] ?? 'hermetic');
}

function judgeJson(result: RunResult): JsonValue {
  const { judge } = result;
  if (judge === null) return null;
  const use = judgeUse(result);
  return {
    state: judge.state,
    model: judge.models.join(', '),
    served_models: [...use.servedModels],
    system_prompt: judge.systemPrompt,
    max_tokens: judge.maxTokens,
    input_tokens: use.inputTokens,
    output_tokens: use.outputTokens,
  };
}

/** Two runs with equal hashes had the same scenarios selected, in whatever order. */
function selectionHash(result: RunResult): string {
  const ids = result.scenarios.map(({ scenario }) => scenario.id).sort();
  return createHash('sha256').update(JSON.stringify(ids)).digest('hex');
}
