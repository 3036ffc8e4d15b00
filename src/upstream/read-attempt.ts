import type { ProxyAttempt } from '../model/outcome.ts';

const MAX_HOST = 255;
const MAX_PATH = 2048;
const PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'ws:': 80,
  'https:': 443,
  'wss:': 443,
};

interface Head {
  readonly method: string;
  /** What stands behind the method. */
  readonly target: string;
  readonly hostHeader: string | undefined;
}

type Where = Pick<ProxyAttempt, 'host' | 'port' | 'path'>;

const NOWHERE: Where = { host: null, port: null, path: null };

/** Where a request to a proxy wants to go. Credentials and queries may be secret: they are left out. */
export function readAttempt({ method, target, hostHeader }: Head): ProxyAttempt {
  const { host, port, path } = placeOf(method, target, hostHeader);
  return {
    method,
    host: host === null ? null : cut(host, MAX_HOST),
    port,
    path: path === null ? null : cut(path, MAX_PATH),
  };
}

function placeOf(method: string, target: string, hostHeader = ''): Where {
  if (method === 'CONNECT') return { ...authority(target, null), path: null };
  // As a server is asked: then the header says whom it is for.
  if (/^[/*]/.test(target))
    return { ...authority(hostHeader, 80), path: target.replace(/[?#].*$/s, '') };
  if (!URL.canParse(target)) return NOWHERE;
  const { protocol, hostname, port, pathname } = new URL(target);
  if (hostname === '') return NOWHERE;
  const at = port === '' ? (PORTS[protocol] ?? null) : Number(port);
  return { host: bare(hostname), port: at, path: pathname };
}

/** `host:port`, perhaps behind a name and password. */
function authority(text: string, otherwise: number | null): Omit<Where, 'path'> {
  const place = text.slice(text.lastIndexOf('@') + 1);
  const [, host = '', digits] = /^(.*?)(?::(\d+))?$/s.exec(place) ?? [];
  if (host === '') return { host: null, port: null };
  return { host: bare(host), port: digits === undefined ? otherwise : portOf(digits) };
}

function portOf(digits: string): number | null {
  const port = Number(digits);
  return port <= 65_535 ? port : null;
}

/** An IPv6 address without its brackets. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
