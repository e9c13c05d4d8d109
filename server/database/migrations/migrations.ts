import type { Migration } from 'kysely/migration';
import * as first from './001-first.ts';

/** In order; a landed migration is never altered. */
export const migrations: Readonly<Record<string, Migration>> = { '001-first': first };
