import { createParser, type EventSourceParser } from 'eventsource-parser';

/** Reads a stream of server-sent events; one event is bounded. */
export class SseReader {
  /** Once an event was larger than the limit; what follows is not read any more. */
  tooLarge = false;
  /** Where a broken stream can be taken up again; null when the server gave no such mark. */
  lastEventId: string | null = null;
  /** How long the server wants to be left alone before that, in ms. */
  retryMs: number | null = null;
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  #messages: string[] = [];

  /** `maxLength`: of one event, in UTF-16 units. */
  constructor(maxLength: number) {
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({ event = 'message', id, data }) => {
        if (id !== undefined) this.lastEventId = id === '' ? null : id;
        // An empty one only carries an id.
        if (event === 'message' && data !== '') this.#messages.push(data);
      },
      onRetry: (ms) => {
        this.retryMs = ms;
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.tooLarge = true;
      },
    });
  }

  /** The messages that this part completes. */
  push(chunk: Buffer): readonly string[] {
    if (!this.tooLarge) this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }
}
