import type { Hono } from 'hono';
import { createApp } from '#server/app.ts';
import { runBulkChanges } from '#server/designs/bulk/run-changes.ts';
import { previewVersion } from '#server/designs/files/previews.ts';
import { editedOf } from '#server/designs/read-design.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addColleague } from './add-colleague.ts';
import { addCollection } from './add-collection.ts';
import { addOrder } from './add-order.ts';
import { addProduct } from './add-product.ts';
import { addRequest } from './add-request.ts';
import { changedBody } from './changed-body.ts';
import { created, setStatus } from './custom-desk.ts';
import { csvOf, shopifyHeader, shopifyRows } from './import-files.ts';
import { makeServices, type ServiceOverrides, type TestServices } from './make-services.ts';
import { picture } from './pictures.ts';
import { partOf, sendUpload, startUpload } from './send-upload.ts';
import { signUp } from './sign-up.ts';
import { askedReset, staffResetToken } from './staff-reset.ts';
import { callStudio } from './studio-call.ts';
import {
  authenticator,
  invitationToken,
  joinStudio,
  nextCodeMs,
  studioEmail,
  studioPassword,
} from './studio-person.ts';

/** A studio with at least one of everything, each identified by its purpose. */
export type FilledStudio = Awaited<ReturnType<typeof fillStudio>>;

interface Place {
  readonly services: TestServices;
  readonly app: Hono;
  /** Of a staff member who may make every call. */
  readonly cookie: string;
  /** Records what kind of thing an id belongs to, and returns the id. */
  known(kind: string, id: string): string;
}

export const bytesOf = (content: Uint8Array) => new Uint8Array(content);
export const pdf = (text: string) => bytesOf(Buffer.from(`%PDF-1.7\n${text}`));

/** A table exported from another shop that can be imported. */
export const csv = new Blob([csvOf(shopifyHeader, shopifyRows(2))]);

export async function fillStudio(overrides: ServiceOverrides = {}) {
  const services = await makeServices({ limitFactor: 1_000_000, ...overrides });
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  const kinds = new Map<string, string>();
  function known(kind: string, id: string): string {
    kinds.set(id, kind);
    return id;
  }
  const place: Place = { services, app, cookie: mia.cookie, known };
  const people = await fillPeople(place);
  const designs = await fillDesigns(place);
  const backup = await makeBackupNow(services);
  // One more than is retried automatically, so that retrying all changes something.
  known('mail', await failMail(services, 'gone@shop.example'));
  return {
    services,
    app,
    mia,
    /** The kind of thing that each id belongs to. */
    kinds,
    people,
    designs,
    uploads: await fillUploads(place, designs.filed),
    orders: await fillOrders(place, designs.sold),
    desk: await fillDesk(place),
    front: { described: await addPicture(place, 40), removed: await addPicture(place, 41) },
    couponId: await addSpring(place),
    collectionId: known(
      'collection',
      await addCollection(services, {
        slug: 'woods',
        productIds: [designs.saved],
      }),
    ),
    imports: await fillImports(place, designs.saved),
    failedMailId: known('mail', await failMail(services, 'away@shop.example')),
    backupName: known('backup', backup?.name ?? ''),
  };
}

async function fillPeople({ services, app, cookie, known }: Place) {
  const brand = {
    name: 'Pinwheel',
    designers: [{ name: 'Mia Reed', email: studioEmail }],
    socialLink: '',
    termsVersion: '1',
  };
  const read = (await callStudio(app, 'settings', { cookie })).answer;
  await callStudio(app, 'saveSettings', { cookie, body: changedBody(read, brand) });
  const token = await invitationToken(services, 'new@studio.example');
  const { answer } = await callStudio(app, 'openInvitation', { body: { token } });
  const leaving = await joinStudio(app, services, 'leaving@studio.example');
  const staff = await fillStaff({ services, app, cookie, known });
  services.pass(nextCodeMs);
  const buyer = async (status: 'pending' | 'approved') =>
    known('buyer', (await signUp(services, { status })).id);
  const buyerId = await buyer('approved');
  const colleague = await addColleague(services, buyerId);
  return {
    brand: changedBody(structuredClone(brand), { ...brand, name: 'Pinwheel Studio' }),
    invited: { token, code: authenticator(services, answer.totpSecret) },
    leaving,
    staff,
    buyerId,
    colleagueId: known('colleague', colleague.id),
    waitingId: await buyer('pending'),
  };
}

/** Staff members, each with something that a call ends. */
async function fillStaff({ services, app, cookie, known }: Place) {
  const join = (name: string) => joinStudio(app, services, `${name}@studio.example`);
  await invitationToken(services, 'waiting@studio.example', 'editor');
  await invitationToken(services, 'withdrawn@studio.example', 'editor');
  await join('editor');
  const lost = await join('lost');
  const found = await join('found');
  const recovering = (name: string, [recoveryCode = '']: readonly string[]) => ({
    email: `${name}@studio.example`,
    password: studioPassword,
    recoveryCode,
  });
  const { answer: setup } = await callStudio(app, 'recover', {
    body: recovering('found', found.recoveryCodes),
  });
  const forgetful = await join('forgetful');
  await join('doubtful');
  const opened = await staffResetToken(app, services, 'forgetful@studio.example');
  const [toConfirm, toRefuse] = [
    await askedReset(app, services, 'doubtful@studio.example'),
    await askedReset(app, services, 'doubtful@studio.example'),
  ];
  for (const { id } of [toConfirm, toRefuse]) known('reset', id);
  const { answer } = await callStudio(app, 'team', { cookie });
  const idOf = (name: string) => {
    const member = answer.members.find(({ email }) => email === `${name}@studio.example`);
    return known('staff', member?.id ?? '');
  };
  return {
    waitingId: idOf('waiting'),
    withdrawnId: idOf('withdrawn'),
    editorId: idOf('editor'),
    recovering: recovering('lost', lost.recoveryCodes),
    setup: { token: setup.token, code: authenticator(services, setup.totpSecret) },
    reset: { token: opened, recoveryCode: forgetful.recoveryCodes[0] ?? '' },
    toConfirm,
    toRefuse,
  };
}

async function fillDesigns({ services, app, cookie, known }: Place) {
  const add = async (...names: readonly string[]) => {
    const files = Object.fromEntries(names.map((name) => [name, pdf(name)]));
    return known('design', await addProduct(services, { status: 'draft', files }));
  };
  const partsOf = async (designId: string) =>
    (await callStudio(app, 'designFiles', { params: { designId }, cookie })).answer;
  const [saved, priced, filed] = [await add(), await add(), await add('a.pdf', 'b.pdf')];
  const [pruned, moved] = [await add('c.pdf'), await addProduct(services)];
  const sold = await addProduct(services, { files: { 'd.pdf': pdf('d.pdf') } });
  for (const id of [moved, sold]) known('design', id);
  await addImage(services, filed);
  const { files, images } = await partsOf(filed);
  const spare = await partsOf(pruned);
  for (const { _id } of [...files, ...spare.files]) known('file', _id);
  for (const { _id } of [...images, ...spare.images]) known('image', _id);
  const [first = '', second = ''] = files.map(({ _id }) => _id);
  await sendUpload(app, cookie, filed, { name: 'b.pdf', bytes: pdf('b2.pdf'), replaces: second });
  const { answer } = await callStudio(app, 'design', { params: { id: saved }, cookie });
  for (const id of answer.categoryIds) known('category', id);
  const { answer: empty } = await callStudio(app, 'createCategory', {
    body: { name: 'Empty' },
    cookie,
  });
  return {
    saved,
    asRead: editedOf(answer),
    priced,
    moved,
    sold,
    filed,
    /** Of `filed`. */
    fileId: first,
    /** Has an earlier version. */
    replacedFileId: second,
    pruned,
    spareImageId: spare.images[0]?._id ?? '',
    spareFileId: spare.files[0]?._id ?? '',
    categoryId: answer.categoryIds[0] ?? '',
    unwanted: await add(),
    emptyCategoryId: known('category', empty.id),
    retriedWork: await addFailedWork({ services, known }, filed),
    droppedWork: await addFailedWork({ services, known }, filed),
    ...(await fillChanges({ services, app, known }, cookie, sold)),
  };
}

/** A bulk change that can be undone, and one of somebody else that wasn't started yet. */
async function fillChanges(
  { services, app, known }: Pick<Place, 'services' | 'app' | 'known'>,
  cookie: string,
  sold: string,
) {
  const plan = async (own: string, isDesignerFavourite: boolean) => {
    const body = {
      selection: { of: 'named' as const, ids: [sold] },
      action: { kind: 'favourite' as const, isDesignerFavourite },
    };
    return known(
      'change',
      (await callStudio(app, 'planBulkChange', { body, cookie: own })).answer._id,
    );
  };
  const doneChangeId = await plan(cookie, true);
  await callStudio(app, 'startBulkChange', { params: { changeId: doneChangeId }, cookie });
  await runBulkChanges(services);
  const other = await joinStudio(app, services, 'other@studio.example');
  return { doneChangeId, plannedChangeId: await plan(other.cookie, false) };
}

/** Adds a second picture, as if it had been processed. */
async function addImage({ database, clock }: TestServices, productId: string): Promise<void> {
  const id = newId(clock());
  const picture = {
    hash: id.padEnd(64, '0'),
    width: 40,
    height: 40,
    color: '#f4c430',
    previewVersion,
  };
  await database.write((tx) =>
    tx
      .insertInto('productImages')
      .values({ id, productId, position: 1, ...picture })
      .execute(),
  );
}

async function addFailedWork(
  { services, known }: Pick<Place, 'services' | 'known'>,
  productId: string,
): Promise<string> {
  const now = services.clock();
  const id = newId(now);
  const picture = { productId, name: 'torn.png', sha256: '0'.repeat(64) };
  const row = { id, ...picture, kind: 'previews', state: 'failed', problem: 'torn' } as const;
  await services.database.write((tx) =>
    tx
      .insertInto('designWork')
      .values({ ...row, createdAt: now.toISOString() })
      .execute(),
  );
  return known('work', id);
}

async function fillUploads({ app, cookie, known }: Place, designId: string) {
  const begin = async (name: string) => {
    const { _id } = await startUpload(app, cookie, designId, { name, bytes: pdf(name) });
    return known('upload', _id);
  };
  const [begun, whole, unwanted] = [await begin('e.pdf'), await begin('f.pdf'), await begin('g')];
  await callStudio(app, 'sendPart', partOf(whole, 0, pdf('f.pdf'), cookie));
  return { begun, begunContent: new Blob([pdf('e.pdf')]), whole, unwanted };
}

async function fillOrders({ services, known }: Place, productId: string) {
  async function add(state: 'paid' | 'review') {
    const { id: accountId } = await signUp(services);
    const order = await addOrder(services, { accountId, productIds: [productId], state });
    const id = `PROVIDER-${order.id}`;
    const amount = { cents: 1200, currency: 'USD' };
    services.gateway.orders.set(id, {
      id,
      status: 'COMPLETED',
      reference: order.id,
      captures: [{ id: `CAPTURE-${order.id}`, status: 'COMPLETED', amount }],
      refunds: [],
      method: 'paypal',
      cents: amount.cents,
    });
    const [itemId = ''] = order.itemIds;
    known('buyer', accountId);
    return { orderId: known('order', order.id), itemId: known('item', itemId) };
  }
  const overdue = await add('paid');
  const at = services.clock().toISOString();
  const id = newId(services.clock());
  const request = {
    id,
    requestId: id,
    orderId: overdue.orderId,
    amount: 1200,
    actorId: 'a'.repeat(24),
  };
  await services.database.write((tx) =>
    tx
      .insertInto('refundRequests')
      .values({ ...request, state: 'open', createdAt: at, overdueAt: at })
      .execute(),
  );
  const drawn = await add('paid');
  const commissionId = known('request', await addRequest(services, { state: 'paid' }));
  await services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ commissionId, quoteVersion: 1, quotePart: 'whole' })
      .where('id', '=', drawn.orderId)
      .execute(),
  );
  return {
    commissionId,
    refunded: await add('paid'),
    reviewed: await add('review'),
    revoked: await add('paid'),
    overdue,
  };
}

async function fillDesk({ services, app, cookie, known }: Place) {
  await setStatus(services, 'On');
  const { data } = await created(app, { images: [await picture('jpeg')] });
  const params = { id: known('request', data._id) };
  const { answer } = await callStudio(app, 'deskRequest', { params, cookie });
  const threadId = await askAboutDesign(services, app);
  const thread = { kind: 'design', id: known('thread', threadId) } as const;
  const { answer: asked } = await callStudio(app, 'studioThread', { params: thread, cookie });
  const [message] = asked.messages;
  return {
    requestId: params.id,
    pictureId: known('request picture', answer.pictureIds[0] ?? ''),
    threadId,
    messageId: message?._id ?? '',
    messagePictureId: known('message picture', message?.pictureIds[0] ?? ''),
    reviewId: known('review', await addReview(services, app)),
  };
}

/** Has a buyer review a design, with a photo. Returns the review's id. */
async function addReview(services: TestServices, app: Hono): Promise<string> {
  const { id: accountId, token } = await signUp(services);
  const review = await addProduct(services);
  await addOrder(services, { accountId, productIds: [review] });
  const fields = { stars: '4', text: 'Prints beautifully.' };
  const sent = await created(app, { review, token, fields, images: [await picture('jpeg')] });
  return sent.data._id;
}

/** Has a visitor ask about a design, with a picture. Returns the thread's id. */
async function askAboutDesign(services: TestServices, app: Hono): Promise<string> {
  const about = { kind: 'design', id: await addProduct(services) } as const;
  const fields = { text: 'In blue?', name: 'Ada', email: 'ada@elsewhere.example' };
  await created(app, { about, fields, images: [await picture('jpeg')] });
  const { id } = await services.database.read
    .selectFrom('threads')
    .select('id')
    .where('productId', '=', about.id)
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a featured image; the pictures differ in width. */
async function addPicture({ app, cookie, known }: Place, width: number): Promise<string> {
  const body = new Blob([bytesOf(await picture('png', { width }))]);
  const { answer } = await callStudio(app, 'addFrontImage', { body, cookie });
  return known('front picture', answer.images.at(-1)?._id ?? '');
}

async function addSpring({ app, cookie, known }: Place): Promise<string> {
  const discount = { discountType: 'percentage', discountAmount: 10 } as const;
  const body = { code: 'SPRING', ...discount, skus: [], categoryIds: [] };
  const { answer } = await callStudio(app, 'createCoupon', { body, cookie });
  return known('coupon', answer._id);
}

/** A mail that failed to send. */
async function failMail(services: TestServices, recipient: string): Promise<string> {
  const letter = { recipient, subject: 's', text: 't', html: 'h' };
  await makeChange(services, (change) => queueMail(change, letter));
  const { id } = await services.database.write((tx) =>
    tx
      .updateTable('mailOutbox')
      .set({ attempts: 1, lastProblem: 'EDNS' })
      .where('recipient', '=', recipient)
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

async function fillImports({ services, app, cookie, known }: Place, productId: string) {
  const add = async () => {
    const query = { fileName: 'products.csv' };
    const { answer } = await callStudio(app, 'uploadImport', { query, body: csv, cookie });
    return known('import', answer._id);
  };
  const [planned, started, stopped, begun] = [await add(), await add(), await add(), await add()];
  const params = { importId: begun };
  await callStudio(app, 'startImport', { params, body: { categories: {} }, cookie });
  const failed = { importId: begun, row: 2, state: 'failed', problem: 'torn' } as const;
  const picture = { productId, address: 'https://pictures.example/a.png', position: 0 };
  await services.database.write((tx) =>
    tx
      .insertInto('importedPictures')
      .values({ ...picture, ...failed, imageId: null })
      .execute(),
  );
  return { planned, started, stopped, begun };
}
