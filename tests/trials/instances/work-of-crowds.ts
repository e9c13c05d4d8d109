import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '#contract/wire/limits.ts';
import { codeSecret, newStepToken } from '#server/accounts/reset-steps.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import type { AppServices } from '#server/services.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { call, send } from '#tests/support/call.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { approve, checkOutOnce, notePaid } from './buy.ts';
import { type Acknowledged, anyOf, newKey, slowMs, type Workplace } from './workplace.ts';

/** Buyers who check out at once with a coupon, and its uses. */
const racers = 12;
const uses = 3;
/** Guesses of one code at once, and how many of them may be compared with it. */
const guesses = 30;
const tries = 3;
/** How long a code is valid here, in ms: long enough for every guess to be answered, in spite of the kills. */
const codeMs = 600_000;
const codeCount = 10 ** limits.otpDigits;
/** The time between two crowds, in ms. */
const everyMs = 10 * slowMs;

/** Lets several buyers check out at once with a coupon that only some of them can use. Who has an order pays. */
export async function raceForCoupons(place: Workplace, done: Acknowledged): Promise<void> {
  const { services, app, designs, isOver } = place;
  for (let count = 0; !isOver(); count += 1) {
    const code = `RACE${count}`;
    await addCoupon(services, { code, useLimit: uses });
    const buyers = await Promise.all(Array.from({ length: racers }, () => signUp(services)));
    const productId = anyOf(designs);
    await all(buyers, async ({ token }) => {
      await call(app, 'cartAdd', { token, key: newKey(), body: { productId } });
      const { answer: cart } = await call(app, 'cart', { token });
      await call(app, 'couponApply', { token, body: { code, cartId: cart._id } });
    });
    const orders = await all(buyers, ({ token, email }) => checkOutOnce(app, token, email));
    // A repeat after a lost refusal, which took the coupon off the cart, buys without it.
    const placed = orders.flatMap((order, at) =>
      order ? [{ ...order, token: buyers[at]?.token ?? '' }] : [],
    );
    for (const { token, orderId, paypalOrderId } of placed) {
      await approve(place, paypalOrderId);
      await call(app, 'capturePayment', { token, body: { orderId } });
      notePaid(done, orderId);
    }
    done.races += 1;
    await pause(everyMs);
  }
}

/** Guesses codes, many at once; and uses right ones, many times at once. */
export async function guessCodes(place: Workplace, done: Acknowledged): Promise<void> {
  const { services, app, isOver } = place;
  const { id } = await signUp(services);
  const ask = async (token: string, code: number) => {
    const response = await send(app, 'verifyOtp', { body: { otp: code, token } });
    const answer = (await response.json()) as { code?: string };
    return response.ok ? 'accepted' : answer.code;
  };
  while (!isOver()) {
    const guessed = await newCode(services, id);
    const wrong = Array.from({ length: guesses }, (_, at) => (guessed.code + 1 + at) % codeCount);
    const refused = await all(wrong, (code) => ask(guessed.token, code));
    // The last that is compared is answered like those that aren't.
    const compared = refused.filter((answer) => answer === 'CODE_REFUSED').length;
    if (compared >= tries) done.faults.push(`more than ${tries} guesses of a code were compared`);
    if (refused.includes('accepted')) done.faults.push('a wrong code was accepted');
    if ((await ask(guessed.token, guessed.code)) === 'accepted') {
      done.faults.push(`a code was accepted after ${guesses} guesses`);
    }
    const used = await newCode(services, id);
    const answers = await all(wrong, () => ask(used.token, used.code));
    const accepted = answers.filter((answer) => answer === 'accepted').length;
    if (accepted > 1) done.faults.push(`a code was used ${accepted} times`);
    done.codes += accepted;
    done.guesses += guesses;
    await pause(everyMs);
  }
}

/** Stores a code as if it had been mailed. */
async function newCode({ database, passwords }: AppServices, accountId: string) {
  const token = newStepToken();
  const code = randomInt(codeCount);
  const secret = codeSecret(token, String(code).padStart(limits.otpDigits, '0'));
  const codeHash = await passwords.hash(secret);
  await database.write((tx) =>
    tx
      .insertInto('resetSteps')
      .values({
        tokenHash: hashToken(token),
        emailHash: accountId,
        requesterHash: token,
        accountId,
        codeHash,
        triesLeft: tries,
        expiresAt: new Date(Date.now() + codeMs).toISOString(),
      })
      .execute(),
  );
  return { token, code };
}

function all<T, R>(each: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  return Promise.all(each.map(work));
}
