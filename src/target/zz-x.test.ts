import { expect, it } from 'vitest';
it('x', () => { expect({ a: 'str' }).toMatchObject({ a: /zzz/ }); });
