import type { StudioCallAnswer, StudioCallName } from '#contract/studio/calls.ts';
import { type EditedCollection, editedCollection } from '#contract/studio/collections.ts';
import type { CouponLimits } from '#contract/studio/coupons.ts';
import type { EditedDesign } from '#contract/studio/design-record.ts';
import type { CompleteText } from '#contract/studio/licences.ts';
import { type EditedNewsletter, editedNewsletter } from '#contract/studio/newsletters.ts';
import { designOf } from '#server/commissions/commission-design.ts';
import { makeFirstKey } from '#server/licences/cards/keys.ts';
import { firstTexts } from '#server/licences/first-texts.ts';
import { numberMissing } from '#server/orders/receipts/number-missing.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { lastClosed } from '#server/reports/book-entries.ts';
import { addHalfPaid } from './add-half-paid.ts';
import { addRequest } from './add-request.ts';
import { changedBody, contentBody } from './changed-body.ts';
import { bytesOf, csv, type FilledStudio, fillStudio } from './filled-studio.ts';
import { livePayments } from './live-payments.ts';
import type { ServiceOverrides } from './make-services.ts';
import { addNewsReaders } from './news-readers.ts';
import { picture } from './pictures.ts';
import { endpointOf, pushKeys } from './pushes.ts';
import { addSellerAddress } from './seller-address.ts';
import type { CallParts } from './send-call.ts';
import { partHeaders } from './send-upload.ts';
import { signUp } from './sign-up.ts';
import { callStudio, type StudioExtras, sendStudio } from './studio-call.ts';
import { nextCodeMs, studioEmail, studioPassword } from './studio-person.ts';

type StudioRequest = CallParts & StudioExtras;

/** A valid request for each call; each changes something different, so all can be sent in order. */
type RightRequests = Readonly<Record<StudioCallName, () => StudioRequest | Promise<StudioRequest>>>;

/** A studio in which every one of its calls has something to do. */
export interface StudioWorld extends Pick<FilledStudio, 'services' | 'app' | 'kinds'> {
  /** Of a staff member who may make every call. */
  readonly cookie: string;
  readonly right: RightRequests;
  send(name: StudioCallName, request: StudioRequest): Promise<Response>;
}

export async function openStudioWorld(overrides?: ServiceOverrides): Promise<StudioWorld> {
  // Months are only closed where payments move money.
  const studio = await fillStudio({ settings: livePayments, ...overrides });
  const { services, app, kinds } = studio;
  const { cookie } = studio.mia;
  await makeFirstKey(services);
  return {
    services,
    app,
    kinds,
    cookie,
    right: rightRequests(studio),
    send: (name, request) => sendStudio(app, name, { cookie, ...request }),
  };
}

/** A month with a correction, after one that is closed. */
function endedMonth({ services: { database } }: FilledStudio): Promise<string> {
  return database.write(async (tx) => {
    const last = await lastClosed(tx);
    const before = Temporal.PlainYearMonth.from(last?.month ?? '2019-12');
    const closed = before.add({ months: 1 });
    const month = String(closed.add({ months: 1 }));
    const endsAt = `${month}-01T00:00:00.000Z`;
    await tx
      .insertInto('closedMonths')
      .values({
        ...{ month: String(closed), endsAt, timeZone: 'UTC', closedAt: endsAt },
        actorId: 'terminal',
      })
      .execute();
    await tx
      .insertInto('bookEntries')
      .values({
        ...{ id: newId(), month: null, kind: 'correction', subjectId: newId(), number: null },
        ...{ orderNumber: 'PW-1', at: endsAt, amount: 0, fee: 0, before: 100, after: 100 },
        reason: 'the amount changed',
      })
      .execute();
    return month;
  });
}

/** A text to replace the one that the shop starts with. */
const newLicenceText = {
  licenseType: 'FABRIC_SHOP',
  ...changedBody<Pick<CompleteText, 'allows' | 'forbids' | 'goods' | 'items'>>(
    firstTexts.FABRIC_SHOP,
    {
      allows: ['Sew with it.'],
      forbids: ['Resell it.'],
      goods: '100 goods.',
      items: 100,
    },
  ),
} as const;

/** Words of a mail to try. */
const triedMail = {
  mail: 'oneTimeCode',
  subject: 'Your code',
  text: 'It is {code}, for {minutes} minutes.',
} as const;

/** Terms to replace those that the shop starts with. */
const newTerms = {
  isCorrection: false,
  ...contentBody('terms', {
    lead: 'Short.',
    sections: [{ title: 'Use', text: 'Sew with it.' }],
    restrictions: [{ good: 'Sew.', bad: 'Resell.' }],
  }),
} as const;

/** The first words of the home page, to replace those that the shop starts with. */
const newHero = {
  section: 'hero',
  ...contentBody('hero', {
    sticker: 'New',
    title: 'Fresh moons',
    text: 'Patterns of the moon.',
  }),
} as const;

const newKeywords = { motif: ['fox'], occasion: ['baby'], style: ['boho'], color: ['sage'] };

const nothing = () => ({});
/** Another device than the one that asks; any id where there is none. */
const deviceOf = ({ devices }: StudioCallAnswer<'devices'>) =>
  devices.find(({ isThis }) => !isThis)?.id ?? 'a'.repeat(24);
/** Reverses the order of those that exist by then. */
const turned = (things: readonly { readonly _id: string }[]) =>
  things.map(({ _id }) => _id).reverse();
const from = '2026-01-01T00:00:00.000Z';
const until = '2027-01-01T00:00:00.000Z';

/** Includes everything a call accepts, so that each field can be corrupted. */
function rightRequests(studio: FilledStudio): RightRequests {
  const { services, app, mia, people, designs, uploads, orders, desk, front, imports } = studio;
  const { refunded, reviewed, revoked, overdue } = orders;
  const { staff } = people;
  const ofBuyer = { buyerId: people.buyerId };
  const ofFiled = { designId: designs.filed };
  const ofCollection = { id: studio.collectionId };
  const ofCoupon = { id: studio.couponId };
  const ofRequest = { id: desk.requestId };
  const ofThread = { kind: 'design', id: desk.threadId } as const;
  const started = { importId: imports.started };
  const designTable = new Blob([`ID,Version,Title\r\n#${designs.saved},1,Moth\r\n`]);
  const importChoices = {
    categories: { 'Clip art': designs.categoryId },
    vendors: { Mia: 'Mia' },
    tags: { fox: { as: 'nothing' as const } },
    currencies: { EUR: { how: 'empty' as const } },
    variant: { by: 'first' as const },
    amounts: 'units' as const,
    skus: 'keep' as const,
    collections: ['Woodland'],
  };
  const parts = async () =>
    (await callStudio(app, 'designFiles', { params: ofFiled, cookie: mia.cookie })).answer;
  /** Used up only by what changes an owner. */
  const proof = () => ({ password: studioPassword, code: mia.code() });
  const limits = { minimumSubtotal: 5, startsAt: from, endsAt: until, useLimit: 9 };

  const newSale = {
    ...{ name: 'Winter sale', percent: 20, firstDay: '2027-01-01', lastDay: '2027-01-06' },
    ...{ isForAll: false, collectionIds: [studio.collectionId], skus: [`PW-${designs.sold}`] },
  };

  async function newNewsletter() {
    const body = { subject: 'Autumn' };
    const { answer } = await callStudio(app, 'createNewsletter', { body, cookie: mia.cookie });
    studio.kinds.set(answer.id, 'newsletter');
    return { id: answer.id };
  }

  async function newsletterToSend() {
    await addNewsReaders(services, 1);
    await addSellerAddress(services);
    const params = await newNewsletter();
    const body = { base: { text: '' }, changes: { text: 'Snow.' } };
    const signed = { params, cookie: mia.cookie };
    const { answer } = await callStudio(app, 'saveNewsletter', { ...signed, body });
    return { params, body: { version: answer.version, at: '2026-05-01T09:00' } };
  }

  async function consents() {
    const { email } = await signUp(services);
    const text = `E-mail,When,Where,Words\r\n${email},2025-09-14,Stall,Send me news\r\n`;
    return { body: new Blob([text]) };
  }

  return {
    openInvitation: () => ({ body: { token: people.invited.token } }),
    acceptInvitation: () => ({
      body: {
        token: people.invited.token,
        password: studioPassword,
        code: people.invited.code(),
      },
    }),
    signIn: () => ({
      body: { email: studioEmail, password: studioPassword, code: mia.code() },
    }),
    recover: () => ({ body: staff.recovering }),
    setUpTwoStep: () => ({ body: { token: staff.setup.token, code: staff.setup.code() } }),
    requestReset: () => ({ body: { email: 'forgetful@studio.example' } }),
    openReset: () => ({ body: { token: staff.reset.token } }),
    askOwner: () => ({ body: { token: staff.reset.token } }),
    setStaffPassword: () => ({
      body: { ...staff.reset, password: studioPassword, code: null },
    }),
    me: nothing,
    saveMe: () => ({ body: { name: 'Mia Reed' } }),
    devices: nothing,
    signOutDevices: async () => {
      const { answer } = await callStudio(app, 'devices', { cookie: mia.cookie });
      return { body: { deviceId: deviceOf(answer) } };
    },
    renewRecoveryCodes: () => ({ body: { password: studioPassword, code: mia.code(1) } }),
    owners: nothing,
    team: nothing,
    inviteMember: () => ({
      body: { name: 'Ida Berg', email: 'ida@studio.example', role: 'editor', proof: proof() },
    }),
    resendInvitation: () => ({
      params: { accountId: staff.waitingId },
      body: { proof: proof() },
    }),
    changeRole() {
      services.pass(2 * nextCodeMs);
      return { params: { accountId: staff.editorId }, body: { role: 'editor', proof: proof() } };
    },
    removeMember: () => ({
      params: { accountId: staff.withdrawnId },
      body: { proof: proof() },
    }),
    memberDevices: () => ({ params: { accountId: staff.editorId } }),
    signOutMember: async () => {
      const params = { accountId: staff.editorId };
      const { answer } = await callStudio(app, 'memberDevices', { params, cookie: mia.cookie });
      return { params, body: { deviceId: deviceOf(answer) } };
    },
    confirmReset: () => ({ params: { resetId: staff.toConfirm.id } }),
    refuseReset: () => ({ params: { resetId: staff.toRefuse.id } }),
    signOut: () => ({ cookie: people.leaving.cookie }),

    today: nothing,
    report: () => ({ query: { range: 'own', from: '2026-02-01', until: '2026-02-28' } }),
    reportTable: () => ({
      params: { table: 'days' },
      query: { range: 'own', from: '2026-02-01', until: '2026-02-28' },
    }),
    failedMails: nothing,
    retryMail: () => ({ params: { id: studio.failedMailId } }),
    retryMails: nothing,
    data: nothing,
    exportTable: () => ({
      params: { table: 'orders' },
      query: { from: '2026-01-01', until: '2026-01-31', cancelled: 'with' },
    }),
    books: nothing,
    closeMonth: async () => ({ params: { month: await endedMonth(studio) } }),
    monthOverview: async () => ({ params: { month: await endedMonth(studio), size: 'a4' } }),
    exportFiles: nothing,
    backUp: nothing,
    downloadBackup: () => ({ params: { name: studio.backupName } }),
    auditLines: () => ({
      query: {
        page: '1',
        actor: 'terminal',
        kind: 'data',
        action: 'data.exported',
        olderThan: '9',
        search: 'a',
      },
    }),

    waiting: nothing,
    buyers: () => ({ query: { page: '1', search: 'a', status: 'all' } }),
    buyer: () => ({ params: ofBuyer }),
    decideBuyer: () => ({
      params: { buyerId: people.waitingId },
      body: { status: 'rejected', from: 'pending', reason: 'No shop there.' },
    }),
    signOutBuyer: () => ({ params: ofBuyer }),
    removeColleague: () => ({ params: { ...ofBuyer, colleagueId: people.colleagueId } }),
    givableDesigns: () => ({ query: { search: 'D' } }),
    giveDownload: () => ({ params: ofBuyer, body: { productId: designs.sold } }),
    setYearlyLicence: () => ({ params: ofBuyer, body: { from: null, endsOn: '2027-06-12' } }),

    orders: () => ({
      query: { page: '1', search: 'a', state: 'paid', from, until, ...ofBuyer },
    }),
    order: () => ({ params: { orderId: refunded.orderId } }),
    refundOrder: () => ({
      params: { orderId: refunded.orderId },
      body: { itemId: refunded.itemId, amount: 12 },
    }),
    commissionPayments: () => ({ params: { id: orders.commissionId } }),
    refundCommission: () => ({ params: { id: orders.commissionId }, body: { amount: 12 } }),
    closeRefund: () => ({ params: { orderId: overdue.orderId } }),
    endReview: () => ({ params: { orderId: reviewed.orderId }, body: { decision: 'grant' } }),
    revokeItem: () => ({ params: revoked, body: { isRevoked: true } }),
    resendReceipt: () => ({ params: { orderId: revoked.orderId } }),
    async orderPaper() {
      await numberMissing(services);
      const { orderId } = revoked;
      const { receiptNumber } = await services.database.read
        .selectFrom('orders')
        .select('receiptNumber')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      const params = { orderId, number: receiptNumber ?? '', size: 'a4' };
      return { params, query: { version: '1' } };
    },

    settings: nothing,
    saveSettings: () => ({ body: people.brand }),
    seller: nothing,
    saveSeller: () => ({ body: { base: { taxId: '' }, changes: { taxId: 'GB 123 456 789' } } }),
    healthCheck: () => ({ query: { run: 'brief' } }),
    testMailText: () => ({ body: triedMail }),
    sendTestMail: nothing,
    identify: () => ({ query: { nonce: 'a'.repeat(32) } }),
    notifications: nothing,
    chooseNotification: () => ({ body: { kind: 'order', mail: 'digest', isPushed: false } }),
    setDigestTime: () => ({ body: { time: '07:00' } }),
    setTimeZone: () => ({ body: { from: 'UTC', timeZone: 'Europe/Berlin' } }),
    setCartMails: () => ({ body: { from: 'off', cartMails: 'on' } }),
    setPriceHold: () => ({ body: { from: 24, priceHoldHours: 6 } }),
    addPushDevice: () => ({
      body: { endpoint: endpointOf('desk'), keys: pushKeys, name: 'Firefox on Linux' },
    }),
    async renewPushDevice() {
      const { cookie } = mia;
      const body = { endpoint: endpointOf('table'), keys: pushKeys, name: 'Chrome on Android' };
      await callStudio(app, 'addPushDevice', { cookie, body });
      return {
        body: {
          replaces: endpointOf('table'),
          endpoint: endpointOf('new-table'),
          keys: pushKeys,
        },
      };
    },
    removePushDevice: () => ({ body: { endpoint: endpointOf('desk') } }),
    contentSections: nothing,
    contentVersions: () => ({ params: { section: 'faq' } }),
    publishContent: () => ({ body: newHero }),
    uploadLogo: async () => ({ body: new Blob([bytesOf(await picture('png', { width: 200 }))]) }),
    publishTerms: () => ({ body: newTerms }),
    allLicenceTexts: nothing,
    publishLicenceText: () => ({ body: newLicenceText }),
    cardKeys: nothing,
    async changeCardKey() {
      const { answer } = await callStudio(app, 'cardKeys', { cookie: mia.cookie });
      return { body: { replaces: answer.keys[0]?.id ?? '' } };
    },

    designFiles: () => ({ params: ofFiled }),
    startUpload: () => ({
      params: ofFiled,
      body: { kind: 'file', name: 'n.pdf', bytes: 10, modifiedAt: 1, replaces: designs.fileId },
    }),
    upload: () => ({ params: { uploadId: uploads.begun } }),
    sendPart: () => ({
      params: { uploadId: uploads.begun },
      body: uploads.begunContent,
      headers: partHeaders(0),
    }),
    finishUpload: () => ({ params: { uploadId: uploads.whole } }),
    cancelUpload: () => ({ params: { uploadId: uploads.unwanted } }),
    orderImages: async () => ({ params: ofFiled, body: { ids: turned((await parts()).images) } }),
    orderFiles: async () => ({ params: ofFiled, body: { ids: turned((await parts()).files) } }),
    deleteImage: () => ({ params: { imageId: designs.spareImageId } }),
    renameFile: () => ({ params: { fileId: designs.fileId }, body: { name: 'Guide' } }),
    deleteFile: () => ({ params: { fileId: designs.spareFileId } }),
    fileContent: () => ({ params: { fileId: designs.replacedFileId }, query: { version: '1' } }),
    retryWork: () => ({ params: { workId: designs.retriedWork } }),
    dropWork: () => ({ params: { workId: designs.droppedWork } }),

    designs: () => ({
      query: { page: '1', search: 'a', status: 'draft', missing: 'price', sort: 'title' },
    }),
    createDesign: () => ({ body: { title: 'Moth' } }),
    planBulkChange: () => ({
      body: {
        selection: { of: 'named', ids: [designs.sold] },
        action: { kind: 'keywords', how: 'add', keywords: newKeywords },
      },
    }),
    bulkChanges: () => ({ query: { page: '1' } }),
    bulkChange: () => ({ params: { changeId: designs.plannedChangeId } }),
    bulkChangeDesigns: () => ({
      params: { changeId: designs.plannedChangeId },
      query: { page: '1', outcome: 'waiting' },
    }),
    startBulkChange: () => ({ params: { changeId: designs.plannedChangeId } }),
    undoBulkChange: () => ({ params: { changeId: designs.doneChangeId } }),
    design: () => ({ params: { id: designs.saved } }),
    saveDesign: () => ({
      params: { id: designs.saved },
      body: {
        base: designs.asRead,
        changes: {
          title: 'Moth at dusk',
          description: '<p>Soft.</p>',
          sku: 'DUSK',
          price: 14,
          sale: { price: 5, startsAt: null, endsAt: until },
          categoryIds: [],
          designers: ['Mia Reed'],
          isDesignerFavourite: true,
          isForFabricShops: false,
          tile: { width: 12, height: 8.5 },
          keywords: newKeywords,
        } satisfies EditedDesign,
      },
    }),
    setDesignPrice: () => ({ params: { id: designs.priced }, body: { from: 12, price: 13 } }),
    moveDesign: () => ({ params: { id: designs.moved }, body: { version: 1, status: 'retired' } }),
    planPublication: () => ({
      params: { id: designs.unwanted },
      body: { from: null, publishAt: until },
    }),
    deleteDesign: () => ({ params: { id: designs.unwanted }, body: { version: 1 } }),
    previewDesign: () => ({ params: { id: designs.saved } }),
    categories: nothing,
    createCategory: () => ({ body: { name: 'Woodland' } }),
    async renameCategory() {
      const { answer } = await callStudio(app, 'categories', { cookie: mia.cookie });
      const from = answer.items.find(({ id }) => id === designs.categoryId)?.name ?? '';
      return { params: { id: designs.categoryId }, body: { from, name: 'Patterns' } };
    },
    deleteCategory: () => ({ params: { id: designs.emptyCategoryId } }),
    designers: nothing,
    keywords: nothing,
    searchWords: nothing,
    saveSearchWords: () => ({
      body: changedBody({ synonyms: [] as string[][] }, { synonyms: [['fox', 'vixen']] }),
    }),

    coupons: () => ({ query: { page: '1', search: 'S' } }),
    coupon: () => ({ params: ofCoupon }),
    couponCategories: nothing,
    createCoupon: () => ({
      body: {
        code: 'OTHER',
        discountType: 'percentage',
        discountAmount: 10,
        ...limits,
        isOncePerCustomer: false,
        skus: [`PW-${designs.sold}`],
        categoryIds: [designs.categoryId],
      },
    }),
    async limitCoupon() {
      const { answer } = await callStudio(app, 'coupon', { params: ofCoupon, cookie: mia.cookie });
      return { params: ofCoupon, body: changedBody<CouponLimits>(answer, limits) };
    },
    switchCoupon: () => ({ params: ofCoupon, body: { isOff: true } }),

    shopSales: () => ({ query: { page: '1' } }),
    previewShopSale: () => ({ body: newSale }),
    createShopSale: () => ({ body: newSale }),
    async endShopSale() {
      const signed = { cookie: mia.cookie };
      await callStudio(app, 'createShopSale', { ...signed, body: newSale });
      const { answer } = await callStudio(app, 'shopSales', { ...signed, query: {} });
      const id = answer.items[0]?.id ?? '';
      studio.kinds.set(id, 'sale');
      return { params: { id } };
    },

    newsletters: () => ({ query: { page: '1' } }),
    newsletter: async () => ({ params: await newNewsletter() }),
    createNewsletter: () => ({ body: { subject: 'Autumn' } }),
    async saveNewsletter() {
      const params = await newNewsletter();
      const signed = { params, cookie: mia.cookie };
      const { answer } = await callStudio(app, 'newsletter', signed);
      const body = changedBody<EditedNewsletter>(editedNewsletter(answer), {
        ...{ subject: 'Winter', text: 'Snow.', designIds: [designs.sold] },
        ...{ couponCode: 'SPRING', audience: `bought:${designs.categoryId}` },
      });
      return { params, body };
    },
    testNewsletter: () => ({
      body: { subject: 'Winter', text: 'Snow.', designIds: [designs.sold], couponCode: 'SPRING' },
    }),
    previewConsents: consents,
    importConsents: consents,
    newsletterReaders: () => ({ query: { audience: 'everyone' } }),
    newDesigns: nothing,
    sendNewsletter: newsletterToSend,
    async stopNewsletter() {
      const { params, body } = await newsletterToSend();
      const request = { params, body, cookie: mia.cookie };
      const { answer } = await callStudio(app, 'sendNewsletter', request);
      return { params, query: { version: String(answer.version) } };
    },
    deleteNewsletter: async () => ({ params: await newNewsletter() }),

    collections: nothing,
    createCollection: () => ({ body: { name: 'Sea' } }),
    collection: () => ({ params: ofCollection }),
    async saveCollection() {
      const signed = { params: ofCollection, cookie: mia.cookie };
      const { answer } = await callStudio(app, 'collection', signed);
      const body = changedBody<EditedCollection>(editedCollection(answer), {
        name: 'Deep woods',
        slug: 'deep-woods',
        description: 'Foxes and oaks.',
        price: 24,
        designIds: [designs.saved],
        coverId: designs.saved,
        isPublished: true,
      });
      return { params: ofCollection, body };
    },
    deleteCollection: () => ({ params: ofCollection }),
    async restoreCollection() {
      const signed = { cookie: mia.cookie };
      const { answer } = await callStudio(app, 'createCollection', {
        ...signed,
        body: { name: 'Meadow' },
      });
      const params = { id: answer.id };
      studio.kinds.set(answer.id, 'collection');
      const { deleted } = (await callStudio(app, 'deleteCollection', { ...signed, params })).answer;
      return { params, body: { ...deleted, designIds: [designs.saved] } };
    },
    async orderCollections() {
      const { answer } = await callStudio(app, 'collections', { cookie: mia.cookie });
      return { body: { ids: answer.items.map(({ id }) => id).reverse() } };
    },

    front: nothing,
    addFrontImage: async () => ({ body: new Blob([bytesOf(await picture('png', { width: 42 }))]) }),
    describeFrontImage: () => ({
      params: { id: front.described },
      body: { from: '', altText: 'A fox' },
    }),
    removeFrontImage: () => ({ params: { id: front.removed } }),
    async orderFront() {
      const { answer } = await callStudio(app, 'front', { cookie: mia.cookie });
      return { body: { ids: turned(answer.images) } };
    },

    designTable: () => ({ query: { search: 'fox', status: 'draft', missing: 'files' } }),
    uploadDesignTable: () => ({ query: { fileName: 'designs.csv' }, body: designTable }),
    fileTargets: () => ({ query: { after: '0'.repeat(24) } }),
    uploadImport: () => ({ query: { fileName: 'more.csv' }, body: csv }),
    imports: () => ({ query: { page: '1' } }),
    importReport: () => ({ params: started }),
    importRows: () => ({ params: started, query: { page: '1', outcome: 'created', search: 'a' } }),
    importPictures: () => ({ params: started, query: { page: '1' } }),
    planImport: () => ({
      params: { importId: imports.planned },
      body: importChoices,
    }),
    startImport: () => ({ params: started, body: importChoices }),
    stopImport: () => ({ params: { importId: imports.stopped } }),
    retryImportPictures: () => ({ params: { importId: imports.begun } }),
    importReportFile: () => ({ params: started }),

    customsState: nothing,
    setCustomsState: () => ({ body: { status: 'Off' } }),
    setCommissionRules: () => ({ body: { base: { slots: null }, changes: { slots: 20 } } }),
    deskRequests: () => ({ query: { page: '1', column: 'studio' } }),
    deskRequest: () => ({ params: ofRequest }),
    deskPicture: () => ({ params: { id: desk.pictureId } }),
    inbox: () => ({ query: { page: '1' } }),
    messagePicture: () => ({ params: { id: desk.messagePictureId } }),
    studioThread: () => ({ params: ofThread, query: { earlierThan: desk.messageId } }),
    answerThread: () => ({
      params: ofThread,
      body: { messageId: 'a'.repeat(24), text: 'With pleasure.', lastId: desk.messageId },
    }),
    async finishThread() {
      const { read, write } = services.database;
      const waits = { waitingSince: services.clock().toISOString() };
      await write((tx) =>
        tx.updateTable('threads').set(waits).where('id', '=', desk.threadId).execute(),
      );
      const last = await read
        .selectFrom('threadMessages')
        .select('id')
        .where('threadId', '=', desk.threadId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return { params: ofThread, body: { lastId: last.id } };
    },
    async deleteThread() {
      const [id, lastId] = [newId(), newId()];
      studio.kinds.set(id, 'thread');
      const at = services.clock().toISOString();
      const thread = { id, kind: 'design' as const, productId: desk.threadId, title: 'Foxes' };
      const message = { id: lastId, threadId: id, text: 'Is it blue?', createdAt: at };
      await services.database.write(async (tx) => {
        const asked = { name: 'Vic', email: 'vic@elsewhere.example', lastAt: at };
        await tx
          .insertInto('threads')
          .values({ ...thread, ...asked })
          .execute();
        await tx.insertInto('threadMessages').values(message).execute();
      });
      return { params: { id }, body: { lastId } };
    },
    reviews: () => ({
      query: { page: '1', state: 'waiting', productId: designs.filed, ...ofBuyer },
    }),
    decideReview: () => ({
      params: { id: desk.reviewId },
      body: { state: 'declined', from: 'waiting', reason: 'It names another shop.' },
    }),
    reviewPhoto: () => ({ params: { id: desk.reviewId } }),
    noteRequest: () => ({
      params: ofRequest,
      body: { noteId: 'b'.repeat(24), text: 'Knows what she wants.' },
    }),
    remindOfRest: async () => ({ params: { id: await addHalfPaid(services, ofBuyer.buyerId) } }),
    passRequest: () => ({ params: ofRequest, body: { status: 'answered' } }),
    quoteRequest: () => ({
      params: ofRequest,
      body: {
        price: 120,
        deposit: 40,
        included: 'A seamless pattern.',
        designType: 'Exclusive',
        rounds: 2,
        days: 10,
        validDays: 14,
        // Of a yearly licence alone.
        startsOn: undefined,
        endsOn: undefined,
        replaces: 0,
      },
    }),
    async putInShop() {
      const id = await addRequest(services, { state: 'accepted' });
      await makeChange(services, async (change) => {
        const designType = 'Non-Exclusive';
        await change.tx
          .updateTable('customRequests')
          .set({ designType })
          .where('id', '=', id)
          .execute();
        await designOf(change, id);
      });
      return { params: { id } };
    },
    moveRequest: () => ({
      params: ofRequest,
      body: { move: 'decline', from: 'quoted', note: 'We’re sorry.' },
    }),
  };
}
