import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Route, RouteBody } from '../model/upstream.ts';
import { validateHeader } from '../validator/http-header.ts';

/** Loud on purpose: a target may take a 404 for "there is none". */
export const UNMATCHED_STATUS = 501;
/** For a route that HTTP cannot send. */
export const UNUSABLE_STATUS = 500;

const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

/** Why HTTP cannot send what the route says; null when it can. */
export function unusable({ status, headers }: Route): string | null {
  if (!Number.isInteger(status) || status < 200 || status > 999) {
    return `${status} is no status of an answer`;
  }
  const problems = Object.entries(headers).map(([name, value]) => validateHeader(name, value));
  return problems.find((problem) => problem !== null) ?? null;
}

/** Answers as a route says that is not `unusable`. */
export function answerRoute(response: ServerResponse, route: Route): void {
  const { bytes, type } = contentOf(route.body);
  if (type !== null) response.setHeader('content-type', type);
  // Told explicitly for the sake of HEAD, where nothing follows from which it could be taken.
  if (mayHaveBody(route.status)) response.setHeader('content-length', bytes.length);
  for (const [name, value] of Object.entries(route.headers)) response.setHeader(name, value);
  response.writeHead(route.status);
  response.end(bytes);
}

/** Answers with a legible reason; nothing of the request but `message` is in it. */
export function answerProblem(
  response: ServerResponse,
  status: number,
  error: string,
  message: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error, message }));
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

function contentOf(body: RouteBody): { bytes: Uint8Array; type: string | null } {
  switch (body.kind) {
    case 'none':
      return { bytes: new Uint8Array(), type: null };
    case 'json':
      return { bytes: Buffer.from(JSON.stringify(body.value)), type: 'application/json' };
    case 'text':
      return { bytes: Buffer.from(body.text), type: 'text/plain; charset=utf-8' };
    case 'file': {
      const extension = extname(body.path).toLowerCase();
      const known = Object.hasOwn(TYPE_BY_EXTENSION, extension)
        ? TYPE_BY_EXTENSION[extension]
        : undefined;
      return { bytes: body.bytes, type: known ?? 'application/octet-stream' };
    }
  }
}
