import type { Migration } from 'kysely/migration';
import * as first from './001-first.ts';
import * as accounts from './002-accounts.ts';

/** In order; a landed migration is never altered. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-first': first,
  '002-accounts': accounts,
};
