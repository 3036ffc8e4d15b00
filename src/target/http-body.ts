import type { IncomingMessage } from 'node:http';

/** What has been read of a body. */
export interface Body {
  readonly text: string;
  /** `broken`: the connection went away, or the time was up. */
  readonly end: 'whole' | 'too_large' | 'broken';
}

export interface BodyLimits {
  /** In bytes. */
  readonly bytes: number;
  /** In ms; null: somebody else ends the reply. */
  readonly ms: number | null;
}

/** Told of every part that comes in, with its size in bytes. */
export type Heard = (bytes: number) => void;

/** Reads a body in bounded memory; never rejects. What is too large, or too late, is cut off. */
export async function readBody(
  response: IncomingMessage,
  limits: BodyLimits,
  heard: Heard,
): Promise<Body> {
  const timer = limits.ms === null ? null : setTimeout(() => response.destroy(), limits.ms);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const body = (end: Body['end']): Body => {
    return { text: new TextDecoder().decode(Buffer.concat(chunks)), end };
  };
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      heard(chunk.length);
      bytes += chunk.length;
      if (bytes > limits.bytes) return body('too_large');
      chunks.push(chunk);
    }
    return body('whole');
  } catch {
    return body('broken');
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

/** Whether reading ended by the connection, not by a fault of whoever reads. */
export function isBreak(response: IncomingMessage, error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return error === response.errored || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** How the connection went away under a reply. */
export function breakOf(response: IncomingMessage): string {
  const { errored } = response.socket ?? {};
  return errored ? 'the connection was reset' : 'the connection was closed';
}
