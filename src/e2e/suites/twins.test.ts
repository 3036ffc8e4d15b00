import { twins } from '../../../fixtures/servers/ecnl/twins.ts';
import { describeTwins } from '../twin-suites.ts';

describeTwins({ scenarios: 'scenarios/ecnl', twins, ownProcesses: ['sticky_cache'] });
