import { session } from '#api/session.ts';
import type { SignOutReason } from '#api/sign-out.ts';
import { forgetTab } from '#api/tab-memory.ts';
import { savedCoupon } from '#features/cart/saved-coupon.ts';
import { forgetStoring } from '#features/orders/page-bought-file-storage.ts';
import { forgetPush } from '#offline/accounts/forget-push.ts';
import { forgetSeenInTime } from '#offline/accounts/forget-seen.ts';
import { forgetOwnPacks } from '#offline/catalogue/forget-own-packs.ts';
import type { Device } from '#offline/device.ts';
import { forgetStoredFiles } from '#offline/files/forget-stored-files.ts';
import { askAboutUnsent, type Unsent, type UnsentChoice } from './unsent-question.tsx';

/** How long signing out waits for the remaining changes to be sent. */
const lastSendMs = 4000;

/** Runs before a session ends. Asks before it discards anything that could still be sent; everything else of the account is deleted from the device. */
export async function leaveAccount(
  device: Device,
  reason: SignOutReason,
): Promise<'stay' | undefined> {
  const { user } = session.getState();
  const choice = reason === 'logout' ? await choiceAboutUnsent(device) : 'discard';
  if (choice === 'stay') return choice;
  try {
    await forgetPush(null);
    // A failed deletion doesn't block the others.
    await forgetStoring().catch(() => {});
    if (user) await forgetStoredFiles(user._id).catch(() => {});
    // Done now as well, so that a page closed at once leaves nothing to read.
    await forgetSeenInTime(null);
    await forgetOwnPacks().catch(() => {});
    await device.wipe({ keepsUnsent: choice === 'keep' });
  } finally {
    savedCoupon.forget();
    forgetTab();
  }
  return undefined;
}

/** Sends what it can, then asks about the rest and about notes, which only this device has. */
async function choiceAboutUnsent(device: Device): Promise<UnsentChoice> {
  const notes = await (await device.stallNotes()).count();
  const hasUnsent = (await device.countUnsent()) > 0;
  const unsent = hasUnsent ? await sendUnsent(device) : { changes: 0, drafts: 0 };
  if (unsent.changes === 0 && unsent.drafts === 0 && notes === 0) return 'sent';
  const isStored = device.cart().trouble === null;
  return askAboutUnsent({ unsent, notes, isStored, send: () => sendUnsent(device) });
}

/** Sends what it can, and asks the shop which drafts can still be sent. Returns what is still unsent. */
async function sendUnsent(device: Device): Promise<Unsent> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, lastSendMs));
  const requests = device.customRequests().then((found) => found.send({ pressed: true }));
  const drafts = device.ownRequests().then((own) => own.refresh());
  const sent = Promise.allSettled([device.sync({ pressed: true }), requests, drafts]);
  await Promise.race([sent, tooLong]);
  const [all, begun] = await Promise.all([device.countUnsent(), device.countDrafts()]);
  return { changes: all - begun, drafts: begun };
}
