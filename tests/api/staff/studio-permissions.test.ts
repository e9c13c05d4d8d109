import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { isAllowed } from '#contract/studio/call.ts';
import { type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import type { CallParts } from '#tests/support/send-call.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { staffResetToken } from '#tests/support/staff-reset.ts';
import { callStudio, sendStudio } from '#tests/support/studio-call.ts';
import {
  type Authenticator,
  authenticator,
  invitationToken,
  joinStudio,
  nextCodeMs,
  studioPassword,
} from '#tests/support/studio-person.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';

/** The studio's permission table: each of its calls by every kind of caller. */

const people = [
  'visitor',
  'pending buyer',
  'approved buyer',
  'owner',
  'editor',
  'signed-out owner',
  'disabled owner',
] as const;
type Person = (typeof people)[number];

/** A caller, and a staff account whose invitation, password and code are known. */
interface Comer {
  readonly headers: Readonly<Record<string, string>>;
  readonly email: string;
  readonly code: Authenticator;
  readonly recoveryCode: string;
  readonly invitation: { readonly token: string; readonly code: Authenticator };
  /** For a new authenticator, after a recovery. */
  readonly setup: { readonly token: string; readonly code: Authenticator };
  readonly resetToken: string;
}

let world: StudioWorld;
let services: TestServices;
let app: Hono;
let comers = 0;

beforeAll(async () => {
  world = await openStudioWorld();
  ({ services, app } = world);
});

const ofReset = new Set<StudioCallName>(['openReset', 'askOwner', 'setStaffPassword']);

async function recoverWith(email: string, recoveryCode: string) {
  const body = { email, password: studioPassword, recoveryCode };
  return (await callStudio(app, 'recover', { body })).answer;
}

/** Forgets what somebody saved before, so that everybody saves over the same. */
async function forgetSaved(): Promise<void> {
  await services.database.write(async (tx) => {
    await tx.deleteFrom('licenceTexts').execute();
    await tx.deleteFrom('contentVersions').execute();
    await tx.deleteFrom('settings').execute();
  });
}

/** Calls that use up what a caller has, so that each needs a caller of its own; as do those of anyone. */
const usingUp = new Set<StudioCallName>(['signOut', 'renewRecoveryCodes']);
const regulars = new Map<Person, Promise<Comer>>();

function comeAs(person: Person, name: StudioCallName): Promise<Comer> {
  if (studioCalls[name].access === 'anyone' || usingUp.has(name)) return newComer(person, name);
  const regular = regulars.get(person) ?? newComer(person, name);
  regulars.set(person, regular);
  return regular;
}

async function newComer(person: Person, name: StudioCallName): Promise<Comer> {
  comers += 1;
  const email = `mia-${comers}@studio.example`;
  const invited = `new-${comers}@studio.example`;
  const role = person === 'editor' ? 'editor' : 'owner';
  const { cookie, code, recoveryCodes } = await joinStudio(app, services, email, role);
  const [recoveryCode = '', otherCode = ''] = recoveryCodes;
  const setup =
    name === 'setUpTwoStep' ? await recoverWith(email, otherCode) : { token: '', totpSecret: '' };
  const resetToken = ofReset.has(name) ? await staffResetToken(app, services, email) : '';
  const token = await invitationToken(services, invited);
  const { answer } = await callStudio(app, 'openInvitation', { body: { token } });
  services.pass(nextCodeMs);
  if (person === 'signed-out owner') await callStudio(app, 'signOut', { cookie });
  if (person === 'disabled owner') {
    await services.database.write((tx) =>
      tx
        .updateTable('studioAccounts')
        .set({ disabledAt: services.clock().toISOString() })
        .where('emailKey', 'in', [email, invited])
        .execute(),
    );
  }
  return {
    headers: await headersOf(person, cookie),
    email,
    code,
    recoveryCode,
    setup: { token: setup.token, code: authenticator(services, setup.totpSecret) },
    resetToken,
    invitation: { token, code: authenticator(services, answer.totpSecret) },
  };
}

async function headersOf(person: Person, cookie: string): Promise<Record<string, string>> {
  if (person === 'visitor') return {};
  if (person === 'pending buyer' || person === 'approved buyer') {
    const status = person === 'pending buyer' ? 'pending' : 'approved';
    const { token } = await signUp(services, { status });
    return { Authorization: `Bearer ${token}` };
  }
  return { Cookie: cookie };
}

/** An id that doesn't exist. */
const absent = '0'.repeat(24);

/** Valid requests of what differs from caller to caller, or can't be done twice. */
const own: Partial<Record<StudioCallName, (comer: Comer) => CallParts>> = {
  downloadBackup: () => ({ params: { name: '20260301T090000000Z-wanted' } }),
  openInvitation: ({ invitation }) => ({ body: { token: invitation.token } }),
  acceptInvitation: ({ invitation }) => ({
    body: { token: invitation.token, password: studioPassword, code: invitation.code() },
  }),
  signIn: ({ email, code }) => ({ body: { email, password: studioPassword, code: code() } }),
  recover: ({ email, recoveryCode }) => ({
    body: { email, password: studioPassword, recoveryCode },
  }),
  setUpTwoStep: ({ setup }) => ({ body: { token: setup.token, code: setup.code() } }),
  requestReset: ({ email }) => ({ body: { email } }),
  openReset: ({ resetToken }) => ({ body: { token: resetToken } }),
  askOwner: ({ resetToken }) => ({ body: { token: resetToken } }),
  setStaffPassword: ({ resetToken, recoveryCode }) => ({
    body: { token: resetToken, password: studioPassword, code: null, recoveryCode },
  }),
  signOut: () => ({}),
  signOutDevices: () => ({ body: { deviceId: null } }),
  renewRecoveryCodes: ({ code }) => ({ body: { password: studioPassword, code: code() } }),
  inviteMember: ({ email }) => ({ body: { name: '', email: `of-${email}`, role: 'editor' } }),
  saveSettings: () => ({
    body: {
      base: { designers: [] },
      changes: { designers: [{ name: 'Mia Reed', email: 'mia@studio.example' }] },
    },
  }),
  createCategory: ({ email }) => ({ body: { name: `Of ${email}` } }),
  createCollection: ({ email }) => ({ body: { name: `Of ${email}` } }),
  createCoupon: ({ email }) => ({
    body: {
      code: email.replace(/\W/g, '-'),
      discountType: 'fixed',
      discountAmount: 5,
      skus: [],
      categoryIds: [],
    },
  }),
  changeCardKey: () => ({ body: { replaces: '00000000' } }),
  addFrontImage: () => ({ body: new Blob(['no picture']) }),
};

const rightRequests = new Map<StudioCallName, Promise<CallParts>>();

/** A valid request, but on what doesn't exist. */
async function requestOf(name: StudioCallName, comer: Comer): Promise<CallParts> {
  const ownRequest = own[name]?.(comer);
  if (ownRequest) return ownRequest;
  const right = rightRequests.get(name) ?? Promise.resolve(world.right[name]());
  rightRequests.set(name, right);
  const { params = {}, query = {}, body } = await right;
  const entries = Object.entries(params).map(
    ([key, value]) => [key, world.kinds.has(value) ? absent : value] as const,
  );
  return { params: Object.fromEntries(entries), query, body };
}

/** The result of the studio's calls on something that doesn't exist. */
const studioOutcomes: Partial<Record<StudioCallName, string>> = {
  resendInvitation: 'NOT_FOUND',
  changeRole: 'NOT_FOUND',
  removeMember: 'NOT_FOUND',
  memberDevices: 'NOT_FOUND',
  signOutMember: 'NOT_FOUND',
  confirmReset: 'NOT_FOUND',
  refuseReset: 'NOT_FOUND',
  buyer: 'NOT_FOUND',
  orderPaper: 'NOT_FOUND',
  decideBuyer: 'NOT_FOUND',
  signOutBuyer: 'NOT_FOUND',
  removeColleague: 'NOT_FOUND',
  giveDownload: 'NOT_FOUND',
  setYearlyLicence: 'NOT_FOUND',
  order: 'NOT_FOUND',
  refundOrder: 'NOT_FOUND',
  commissionPayments: 'NOT_FOUND',
  refundCommission: 'NOT_FOUND',
  closeRefund: 'CONFLICT',
  endReview: 'NOT_FOUND',
  revokeItem: 'NOT_FOUND',
  resendReceipt: 'NOT_FOUND',
  downloadBackup: 'NOT_FOUND',
  designFiles: 'NOT_FOUND',
  startUpload: 'NOT_FOUND',
  upload: 'NOT_FOUND',
  sendPart: 'NOT_FOUND',
  finishUpload: 'NOT_FOUND',
  cancelUpload: 'NOT_FOUND',
  orderImages: 'NOT_FOUND',
  orderFiles: 'NOT_FOUND',
  deleteImage: 'NOT_FOUND',
  renameFile: 'NOT_FOUND',
  deleteFile: 'NOT_FOUND',
  fileContent: 'NOT_FOUND',
  retryWork: 'NOT_FOUND',
  dropWork: 'NOT_FOUND',
  design: 'NOT_FOUND',
  saveDesign: 'NOT_FOUND',
  bulkChange: 'NOT_FOUND',
  bulkChangeDesigns: 'NOT_FOUND',
  startBulkChange: 'NOT_FOUND',
  undoBulkChange: 'NOT_FOUND',
  setDesignPrice: 'NOT_FOUND',
  moveDesign: 'NOT_FOUND',
  planPublication: 'NOT_FOUND',
  deleteDesign: 'NOT_FOUND',
  deleteCategory: 'NOT_FOUND',
  previewDesign: 'NOT_FOUND',
  renameCategory: 'NOT_FOUND',
  deskRequest: 'NOT_FOUND',
  deskPicture: 'NOT_FOUND',
  messagePicture: 'NOT_FOUND',
  studioThread: 'NOT_FOUND',
  answerThread: 'NOT_FOUND',
  finishThread: 'NOT_FOUND',
  deleteThread: 'NOT_FOUND',
  decideReview: 'NOT_FOUND',
  reviewPhoto: 'NOT_FOUND',
  noteRequest: 'NOT_FOUND',
  passRequest: 'NOT_FOUND',
  quoteRequest: 'NOT_FOUND',
  moveRequest: 'NOT_FOUND',
  addFrontImage: 'INVALID',
  describeFrontImage: 'NOT_FOUND',
  removeFrontImage: 'NOT_FOUND',
  collection: 'NOT_FOUND',
  saveCollection: 'NOT_FOUND',
  deleteCollection: 'NOT_FOUND',
  restoreCollection: 'NOT_FOUND',
  changeCardKey: 'CHANGED_MEANWHILE',
  coupon: 'NOT_FOUND',
  limitCoupon: 'NOT_FOUND',
  switchCoupon: 'NOT_FOUND',
  endShopSale: 'NOT_FOUND',
  newsletter: 'NOT_FOUND',
  saveNewsletter: 'NOT_FOUND',
  deleteNewsletter: 'NOT_FOUND',
  sendNewsletter: 'NOT_FOUND',
  stopNewsletter: 'NOT_FOUND',
  importReport: 'NOT_FOUND',
  importRows: 'NOT_FOUND',
  importPictures: 'NOT_FOUND',
  planImport: 'NOT_FOUND',
  startImport: 'NOT_FOUND',
  stopImport: 'NOT_FOUND',
  retryImportPictures: 'NOT_FOUND',
  importReportFile: 'NOT_FOUND',
  retryMail: 'NOT_FOUND',
};

/** The result of the calls of `anyone` for a disabled account. */
const disabledOutcomes: Partial<Record<StudioCallName, string>> = {
  openInvitation: 'CODE_ENDED',
  acceptInvitation: 'CODE_ENDED',
  signIn: 'WRONG_CREDENTIALS',
  recover: 'WRONG_CREDENTIALS',
  setUpTwoStep: 'CODE_ENDED',
  openReset: 'CODE_ENDED',
  askOwner: 'CODE_ENDED',
  setStaffPassword: 'CODE_ENDED',
};

function written(name: StudioCallName, person: Person): string {
  // Not even with the right password of somebody else.
  if (person.endsWith('buyer')) return 'FORBIDDEN';
  if (studioCalls[name].access === 'anyone') {
    return (person === 'disabled owner' && disabledOutcomes[name]) || 'OK';
  }
  if (person === 'disabled owner') return 'REMOVED';
  if (person !== 'owner' && person !== 'editor') return 'NOT_SIGNED_IN';
  return isAllowed(studioCalls[name].access, person) ? (studioOutcomes[name] ?? 'OK') : 'FORBIDDEN';
}

async function observe(name: StudioCallName, person: Person): Promise<string> {
  await forgetSaved();
  const comer = await comeAs(person, name);
  const response = await sendStudio(app, name, {
    ...(await requestOf(name, comer)),
    headers: { 'Sec-Fetch-Site': 'same-origin', ...comer.headers },
  });
  if (response.status < 400) return 'OK';
  return ((await response.json()) as { code: string }).code;
}

/** Literally, so that a call doesn't change hands by accident. */
test('only owners refund, change settings, publish terms and licences, export, back up and manage the team', () => {
  const names = Object.keys(studioCalls) as StudioCallName[];

  expect(names.filter((name) => !isAllowed(studioCalls[name].access, 'editor')).toSorted()).toEqual(
    [
      ...[
        'refundOrder',
        'refundCommission',
        'closeRefund',
        'saveSettings',
        'setCommissionRules',
        'saveSeller',
        'setDigestTime',
        'setTimeZone',
        'setPriceHold',
        'setCartMails',
      ],
      ...['publishTerms', 'publishLicenceText', 'changeCardKey'],
      ...['data', 'reportTable', 'exportTable', 'exportFiles', 'backUp', 'downloadBackup'],
      ...['books', 'closeMonth', 'monthOverview', 'previewConsents', 'importConsents'],
      ...['team', 'inviteMember', 'resendInvitation', 'changeRole', 'removeMember'],
      ...['memberDevices', 'signOutMember', 'confirmReset', 'refuseReset'],
    ].toSorted(),
  );
  expect(names.filter((name) => !isAllowed(studioCalls[name].access, 'owner'))).toEqual([]);
});

test('every call of the studio answers everyone as the contract says', async () => {
  const observedTable: Record<string, string> = {};
  const writtenTable: Record<string, string> = {};

  for (const name of Object.keys(studioCalls) as StudioCallName[]) {
    for (const person of people) {
      observedTable[`${name}, ${person}`] = await observe(name, person);
      writtenTable[`${name}, ${person}`] = written(name, person);
    }
  }

  expect(observedTable).toEqual(writtenTable);
});
