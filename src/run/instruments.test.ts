import { expect, onTestFinished, test } from 'vitest';
import { openTripwire } from '../upstream/tripwire.ts';
import { attemptRecorder } from './instruments.ts';

test('only what comes while it watches is evidence; without a tripwire there is none', async () => {
  const opened = await openTripwire();
  if (!opened.ok) throw new Error(opened.error.code);
  const tripwire = opened.value;
  onTestFinished(() => tripwire.close());
  const watch = attemptRecorder(tripwire);
  await fetch(`${tripwire.url}/before`);
  watch.begin();
  expect(watch.end()).toEqual([]);
  await fetch(`${tripwire.url}/in`);
  expect(watch.end()).toMatchObject([{ path: '/in' }]);
  expect(tripwire.strays()).toMatchObject([{ path: '/before' }]);

  const blind = attemptRecorder(null);
  blind.begin();
  expect(blind.end()).toBeNull();
});
