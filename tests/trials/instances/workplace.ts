import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { AppServices } from '#server/services.ts';

/** What shops acknowledged, and what must therefore be there. */
export interface Acknowledged {
  /** By account: the designs in its cart. */
  readonly carts: Map<string, ReadonlySet<string>>;
  /** E-mail of each account, and when it was acknowledged, in ms since 1970. */
  readonly emails: Map<string, number>;
  /** Orders whose capture was answered as paid. */
  readonly paid: string[];
  /** When each of them was, in ms since 1970. */
  readonly paidAt: Map<string, number>;
  /** Orders approved at the provider by buyers who then left. */
  readonly left: string[];
  /** The description of each custom request, which is unique. */
  readonly requests: string[];
  /** By design: name and SHA-256 of each complete file. */
  readonly files: Map<string, { readonly name: string; readonly sha256: string }[]>;
  /** By design in the shop: names of the pictures it was given. */
  readonly pictures: Map<string, string[]>;
  /** Orders whose refund was acknowledged, or refused because it was under way or made already. */
  readonly refunded: string[];
  /** Designs in bulk changes, and their price after all of these, in cents. */
  repriced: { readonly ids: readonly string[]; cents: number };
  /** By started import: what it must make. */
  readonly imports: Map<string, { readonly skus: readonly string[]; readonly pictures: number }>;
  signOuts: number;
  downloads: number;
  bulkChanges: number;
  /** Crowds of buyers who wanted the same coupon. */
  races: number;
  /** Orders that very many windows captured at once. */
  manyCaptures: number;
  guesses: number;
  /** Right codes that were accepted. */
  codes: number;
  /** All of them together. */
  writes: number;
  readonly faults: string[];
}

export function nothingDone(): Acknowledged {
  return {
    carts: new Map(),
    emails: new Map(),
    paid: [],
    paidAt: new Map(),
    left: [],
    requests: [],
    files: new Map(),
    pictures: new Map(),
    refunded: [],
    repriced: { ids: [], cents: 0 },
    imports: new Map(),
    signOuts: 0,
    downloads: 0,
    bulkChanges: 0,
    races: 0,
    manyCaptures: 0,
    guesses: 0,
    codes: 0,
    writes: 0,
    faults: [],
  };
}

/** Does some of the work; what ends it early is a fault. */
export async function toTheEnd(done: Acknowledged, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    done.faults.push(`work ended early: ${error instanceof Error ? error.message : error}`);
  }
}

export interface Workplace {
  /** Of the trial itself, not through the proxies. */
  readonly services: AppServices;
  /** Any of the shops. */
  readonly app: Hono;
  readonly shops: readonly string[];
  readonly providerUrl: string;
  /** Of a staff member. */
  readonly cookie: string;
  readonly designs: readonly string[];
  readonly coupons: readonly string[];
  /** Where the pictures of imported designs are. */
  readonly pictures: string;
  isOver(): boolean;
}

/** Between two sign-ups or requests, whose hashing and pictures would otherwise take all of the machine. */
export const slowMs = 400;
export const newKey = () => randomBytes(12).toString('hex');

export function anyOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}
