import type { Selectable } from 'kysely';
import { contactId, type ThreadKind, threadMessages } from '#contract/shop/thread.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';
import { notSignedIn, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { threadOfLink } from './thread-links.ts';

export type ThreadRow = Selectable<Tables['threads']>;

/** What a thread is about. */
export interface About {
  readonly kind: ThreadKind;
  /** Of the request, the order or the design. */
  readonly id: string;
}

/** A buyer, as a call shows them: by their session, by a mailed link, or not at all. */
export interface Buyer {
  readonly account: SignedIn | null;
  readonly token: string | undefined;
}

/** A thread, or what it begins with. */
export type OpenThread = Omit<ThreadRow, 'id' | 'lastAt'> & {
  /** Null: it has no message yet. */
  readonly id: string | null;
  readonly lastAt: string | null;
};

const nobody = { accountId: null, name: '', email: '', waitingSince: null, lastAt: null };
const nothing = { requestId: null, orderId: null, productId: null };

/**
 * The thread of a buyer; a new one if nothing was written yet.
 * @throws NOT_FOUND, also for somebody else's; NOT_SIGNED_IN
 */
export async function openAsBuyer(
  reader: Reader,
  { kind, id }: About,
  { account, token }: Buyer,
  now: Date,
): Promise<OpenThread> {
  if (token !== undefined) {
    const threadId = await threadOfLink(reader, token, now);
    const thread = await threadById(reader, threadId);
    if (thread) await assertNotDeleted(reader, thread);
    if (thread ? isAbout(thread, { kind, id }) : kind === 'request' && threadId === id) {
      return thread ?? newRequestThread(id);
    }
    throw gone();
  }
  if (kind === 'design') {
    const known = account ? await threadOfDesign(reader, account.id, id) : undefined;
    return known ?? newDesignThread(reader, id, account);
  }
  if (!account) throw notSignedIn();
  const owned = await reader
    .selectFrom(kind === 'request' ? 'customRequests' : 'orders')
    .select('id')
    .where('id', '=', id)
    .where('accountId', '=', account.id)
    .executeTakeFirst();
  if (!owned) throw gone();
  return openThread(reader, { kind, id });
}

/** The thread of a request or an order, or about a design by its own id. @throws NOT_FOUND, also if it was deleted */
export async function openThread(reader: Reader, { kind, id }: About): Promise<OpenThread> {
  const thread = await threadById(reader, id);
  if (thread?.kind === kind) {
    await assertNotDeleted(reader, thread);
    return thread;
  }
  if (kind === 'design') throw gone();
  if (kind === 'order') return newOrderThread(reader, id);
  const request = await reader
    .selectFrom('customRequests')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!request) throw gone();
  return newRequestThread(id);
}

export function aboutId(thread: Pick<ThreadRow, 'requestId' | 'orderId' | 'productId'>): string {
  return thread.requestId ?? thread.orderId ?? thread.productId ?? '';
}

function isAbout(thread: ThreadRow, { kind, id }: About): boolean {
  return thread.kind === kind && aboutId(thread) === id;
}

export function gone(): Problem {
  return new Problem('NOT_FOUND', threadMessages.gone);
}

/** A thread begins with a message, so one about a design without any was deleted. @throws NOT_FOUND */
async function assertNotDeleted(reader: Reader, { id, kind }: ThreadRow): Promise<void> {
  if (kind !== 'design') return;
  const message = await reader
    .selectFrom('threadMessages')
    .select('id')
    .where('threadId', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (!message) throw new Problem('NOT_FOUND', threadMessages.deleted);
}

function threadById(reader: Reader, id: string): Promise<ThreadRow | undefined> {
  return reader.selectFrom('threads').selectAll().where('id', '=', id).executeTakeFirst();
}

function threadOfDesign(
  reader: Reader,
  accountId: string,
  productId: string,
): Promise<ThreadRow | undefined> {
  return reader
    .selectFrom('threads')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .executeTakeFirst();
}

function newRequestThread(requestId: string): OpenThread {
  return { ...nobody, ...nothing, id: null, kind: 'request', requestId, title: '' };
}

async function newOrderThread(reader: Reader, orderId: string): Promise<OpenThread> {
  const order = await reader
    .selectFrom('orders')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .select(['accountId', 'orderNumber', 'firstName', 'lastName'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!order) throw gone();
  const { accountId, orderNumber: title } = order;
  const name = `${order.firstName} ${order.lastName}`;
  return { ...nobody, ...nothing, id: null, kind: 'order', orderId, accountId, name, title };
}

async function newDesignThread(
  reader: Reader,
  productId: string,
  account: SignedIn | null,
): Promise<OpenThread> {
  const accountId = account?.id ?? null;
  const name = account ? `${account.firstName} ${account.lastName}` : '';
  const thread = { ...nobody, ...nothing, id: null, kind: 'design' as const };
  // Its first message names the subject.
  if (productId === contactId) return { ...thread, productId, accountId, name, title: '' };
  const design = await reader
    .selectFrom('products')
    .select('title')
    .where('id', '=', productId)
    .where('status', '=', 'published')
    .where('commissionId', 'is', null)
    .executeTakeFirst();
  if (!design) throw gone();
  return { ...thread, productId, accountId, name, title: design.title };
}
