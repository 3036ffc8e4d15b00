import { err, ok } from '../model/result.ts';
import { Listener } from './listener.ts';
import { Records } from './records.ts';
import type { OpenUpstreams, Upstreams } from './upstreams.ts';

const NO_ROUTES = { own: [], suite: [] };

/** Starts all stub services, or none: on failure no listener is left. */
export const openUpstreams: OpenUpstreams = async (names) => {
  const records = new Records();
  const listeners = new Map(
    names.map((name) => [name, new Listener(name, (request) => records.add(request))]),
  );
  const urls = new Map<string, string>();
  for (const [name, listener] of listeners) {
    const url = await listener.open();
    if (!url.ok) {
      await closeAll(listeners.values());
      return err({ code: 'upstream_failed', upstream: name, detail: url.error });
    }
    urls.set(name, url.value);
  }
  return ok(upstreamsOver(listeners, Object.fromEntries(urls), records));
};

function upstreamsOver(
  listeners: ReadonlyMap<string, Listener>,
  urls: Readonly<Record<string, string>>,
  records: Records,
): Upstreams {
  return {
    urls,
    begin: (tables) => {
      const byName = new Map(Object.entries(tables));
      for (const [name, listener] of listeners) listener.begin(byName.get(name) ?? NO_ROUTES);
      records.begin();
    },
    take: () => records.take(),
    unusedOwn: () =>
      [...listeners].flatMap(([upstream, listener]) =>
        listener.unusedOwn().map((route) => ({ upstream, route })),
      ),
    drained: async () => {
      await Promise.all([...listeners.values()].map((listener) => listener.drained()));
    },
    close: () => closeAll(listeners.values()),
  };
}

async function closeAll(listeners: Iterable<Listener>): Promise<void> {
  await Promise.all([...listeners].map((listener) => listener.close()));
}
