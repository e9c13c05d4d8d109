import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PracticeOrder } from './practice-order.ts';

/** An answer stored for a `PayPal-Request-Id`, and when it was first given. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly at: number;
}

/** The stand-in's storage. Once `commit` returns, order and answer are durable together. */
export interface PracticeStore {
  order(id: string): PracticeOrder | null;
  orderOfCapture(captureId: string): PracticeOrder | null;
  kept(key: string): StoredAnswer | null;
  commit(
    order: PracticeOrder,
    kept: { readonly key: string; readonly answer: StoredAnswer } | null,
  ): void;
  close(): void;
}

/** Opens a store in a file of its own, so that the stand-in still knows what was paid after the shop loses power. */
export function openPracticeStore(path: string): PracticeStore {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(`
    CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, body TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS captures (id TEXT PRIMARY KEY, orderId TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS answers (
      key TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL
    )`);
  const readOrder = database.prepare('SELECT body FROM orders WHERE id = ?');
  const readOwner = database.prepare(
    'SELECT body FROM orders WHERE id = (SELECT orderId FROM captures WHERE id = ?)',
  );
  const readAnswer = database.prepare('SELECT status, body, at FROM answers WHERE key = ?');
  const writeOrder = database.prepare('INSERT OR REPLACE INTO orders VALUES (?, ?)');
  const writeCapture = database.prepare('INSERT OR IGNORE INTO captures VALUES (?, ?)');
  const writeAnswer = database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)');

  function parsed(row: Record<string, unknown> | undefined): PracticeOrder | null {
    return row ? (JSON.parse(String(row.body)) as PracticeOrder) : null;
  }

  return {
    order: (id) => parsed(readOrder.get(id)),
    orderOfCapture: (captureId) => parsed(readOwner.get(captureId)),
    kept(key) {
      const row = readAnswer.get(key);
      return row
        ? { status: Number(row.status), body: String(row.body), at: Number(row.at) }
        : null;
    },
    commit(order, kept) {
      database.exec('BEGIN IMMEDIATE');
      try {
        writeOrder.run(order.id, JSON.stringify(order));
        for (const capture of order.captures) writeCapture.run(capture.id, order.id);
        if (kept) writeAnswer.run(kept.key, kept.answer.status, kept.answer.body, kept.answer.at);
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}
