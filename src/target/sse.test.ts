import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SseReader } from './sse.ts';

const STREAM = [
  '\u{feff}: hello\r\n\r\n',
  'event: message\ndata: {"a":\ndata: "ü😀"}\n\n',
  'id: 7\nretry: 250\ndata:\n\n',
  'event: other\ndata: no\n\n',
  'data:{"b":1}\r\rid: \ndata: last\n\n',
  'data: unfinished',
].join('');
const MESSAGES = ['{"a":\n"ü😀"}', '{"b":1}', 'last'];

it('gives the same messages however the stream is cut', () => {
  const bytes = Buffer.from(STREAM);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const reader = new SseReader(1000);
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const messages = edges.flatMap((edge, at) =>
        reader.push(bytes.subarray(edge, edges[at + 1])),
      );
      expect(messages).toEqual(MESSAGES);
      expect(reader).toMatchObject({ tooLarge: false, lastEventId: null, retryMs: 250 });
    }),
  );
});

it('remembers where the stream can be taken up again', () => {
  const reader = new SseReader(1000);
  reader.push(Buffer.from('id: one\ndata: \n\ndata: x\n\n'));
  expect(reader.lastEventId).toBe('one');
});

it.each(['data: ', 'data: x\n'])('ends with an event that is too large: %j', (part) => {
  const reader = new SseReader(100);
  const all = Array.from({ length: 100 }, () => reader.push(Buffer.from(part)));
  expect(all.flat()).toEqual([]);
  expect(reader.tooLarge).toBe(true);
  expect(reader.push(Buffer.from('\n\ndata: y\n\n'))).toEqual([]);
});
