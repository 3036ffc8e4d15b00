import { expect, test } from 'vitest';
import { broken } from '../../../fixtures/servers/nwsl/broken.ts';
import { twins } from '../../../fixtures/servers/nwsl/twins.ts';
import { describeTwins } from '../twin-suites.ts';

describeTwins({ scenarios: 'scenarios/nwsl', twins });

test('the table of twins has every fault that the server can be started with', () => {
  expect(twins.map(({ name }) => name).sort()).toEqual(Object.keys(broken).sort());
});
