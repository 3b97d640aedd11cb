import type pg from 'pg';
import { StandbyError } from '#db/away';

/** `postgres://user@h1:5432,h2/bank` (libpq) → one URL per host. */
export function urlsOfHosts(url: string): string[] {
  const [scheme = '', rest = ''] = url.split('://', 2);
  const end = rest.search(/[/?]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  const login = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(login.length).split(',');
  return hosts.map((host) => `${scheme}://${login}${host}${rest.slice(authority.length)}`);
}

/** Throws StandbyError when this server takes no writes. */
export async function refuseStandby(client: pg.ClientBase, withinMs: number): Promise<void> {
  const question = { text: 'SELECT pg_is_in_recovery() AS is_standby', query_timeout: withinMs };
  const { rows } = await client.query(question as pg.QueryConfig);
  if (rows[0]?.is_standby) throw new StandbyError();
}
