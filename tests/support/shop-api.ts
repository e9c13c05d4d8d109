import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LicenseType, User } from '#contract/shop/account.ts';
import { type CallAnswer, type CallName, callPath, calls } from '#contract/shop/calls.ts';
import type { Product } from '#contract/shop/product.ts';
import { userAnswer, userColumns } from '#server/accounts/user-answer.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import type { RunningShop } from './run-shop.ts';

export interface Buyer {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly user: User;
}

interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly token?: string;
}

/** A shortcut around the screens: creates what a journey needs before it begins. */
export interface ShopApi {
  call<N extends CallName>(name: N, request?: Request): Promise<CallAnswer<N>>;
  /** A new signed-in account, approved by default: rows of the database, since registering hashes twice. */
  newBuyer(part?: { status?: User['status']; licenseType?: LicenseType }): Promise<Buyer>;
  /** Designs as the shop lists them, newest first. */
  products(): Promise<Product[]>;
  /** Runs one statement on the server's database. */
  sql(statement: string, ...values: (string | number)[]): Record<string, unknown>[];
}

const password = 'paper-pinwheel-42';
/** Of the password, which all buyers share. */
let passwordHash: Promise<string> | undefined;

export function makeApi(shop: RunningShop): ShopApi {
  async function call<N extends CallName>(name: N, request: Request = {}): Promise<CallAnswer<N>> {
    const search = new URLSearchParams(request.query).toString();
    const response = await fetch(
      `${shop.url}${callPath(name, request.params)}${search && `?${search}`}`,
      {
        method: calls[name].method,
        headers: {
          ...(request.body && { 'Content-Type': 'application/json' }),
          ...(request.token && { Authorization: `Bearer ${request.token}` }),
        },
        ...(request.body && { body: JSON.stringify(request.body) }),
      },
    );
    const answer = await response.json();
    if (!response.ok)
      throw new Error(`${name} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer as CallAnswer<N>;
  }

  function sql(statement: string, ...values: (string | number)[]): Record<string, unknown>[] {
    const database = new DatabaseSync(join(shop.dataDir, 'pinwheel.sqlite'), { timeout: 10_000 });
    try {
      return database.prepare(statement).all(...values);
    } finally {
      database.close();
    }
  }

  return {
    call,
    sql,
    products: async () => (await call('products')).products,
    async newBuyer({ status = 'approved', licenseType = 'SMALL_BUSINESS' } = {}) {
      const id = newId();
      const email = `buyer-${id}@shop.example`;
      const token = randomBytes(32).toString('base64url');
      const now = new Date().toISOString();
      passwordHash ??= argonPasswords().hash(password);
      const [row] = sql(
        `INSERT INTO accounts (id, email, emailKey, passwordHash, firstName, lastName, licenseType,
           businessVerificationLink, status, isDemo, createdAt)
         VALUES (?, ?, ?, ?, 'Hazel', 'Button', ?, 'https://shop.example/hazel', ?, 0, ?)
         RETURNING ${userColumns.join(', ')}`,
        ...[id, email, email, await passwordHash, licenseType, status, now],
      );
      sql(
        'INSERT INTO sessions (tokenHash, accountId, createdAt, lastSeenAt) VALUES (?, ?, ?, ?)',
        ...[hashToken(token), id, now, now],
      );
      const user = userAnswer(row as Parameters<typeof userAnswer>[0], null, 'none');
      return { email, password, token, user };
    },
  };
}
