import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.ts';
import { answerTo, capabilitiesOf, PLAIN_FACE } from './answers.ts';
import type { ClientFace, PromptReply, PromptRequest } from './connection.ts';

const NOT_FOUND = -32601;
const INVALID_REQUEST = -32600;

/** A face that keeps what it is asked. */
function face(changes: Partial<ClientFace>, reply: PromptReply = { result: { a: 1 } }) {
  const asked: PromptRequest[] = [];
  const answer = (request: PromptRequest): PromptReply => {
    asked.push(request);
    return reply;
  };
  return { ...PLAIN_FACE, ...changes, answer, asked };
}

const ASKED: JsonObject = { message: 'Sure?' };

test.each<[string, Partial<ClientFace>, JsonObject]>([
  ['nothing', {}, {}],
  ['forms', { elicitation: { url: false } }, { elicitation: { form: {} } }],
  ['addresses too', { elicitation: { url: true } }, { elicitation: { form: {}, url: {} } }],
  ['words', { sampling: true }, { sampling: {} }],
  ['no roots, which is something to say', { roots: [] }, { roots: { listChanged: false } }],
])('just what is scripted is declared: %s', (_, changes, expected) => {
  expect(capabilitiesOf(face(changes))).toEqual(expected);
});

test.each<[string, PromptRequest['kind'], Partial<ClientFace>]>([
  ['elicitation/create', 'elicitation', { elicitation: { url: false } }],
  ['sampling/createMessage', 'sampling', { sampling: true }],
])(
  '%s is answered by the face; undeclared it is refused, and not unnoticed',
  (method, kind, changes) => {
    const able = face(changes);
    expect(answerTo(method, ASKED, able)).toEqual({ a: 1 });
    expect(able.asked).toEqual([{ kind, declared: true, params: ASKED }]);

    const refusing = face(changes, { refusal: 'no words' });
    const refused = { code: INVALID_REQUEST, message: 'no words' };
    expect(() => answerTo(method, ASKED, refusing)).toThrow(expect.objectContaining(refused));

    const plain = face({});
    const unknown = { code: NOT_FOUND, message: `Method not found: ${method}` };
    expect(() => answerTo(method, 'no object', plain)).toThrow(expect.objectContaining(unknown));
    expect(plain.asked).toEqual([{ kind, declared: false, params: {} }]);
  },
);

test('roots are given as they are, and to those who have none nobody is asked', () => {
  const roots = [
    { uri: 'file:///a', name: 'a' },
    { uri: 'file:///b', name: null },
  ];
  expect(answerTo('roots/list', undefined, face({ roots }))).toEqual({
    roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }],
  });
  for (const method of ['roots/list', 'ping/pong', 'constructor']) {
    const plain = face({});
    expect(() => answerTo(method, {}, plain)).toThrow(expect.objectContaining({ code: NOT_FOUND }));
    expect(plain.asked).toEqual([]);
  }
});
