import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { isNewsWords } from '#contract/shop/news-words.ts';
import { askForNews, endConsent } from '../news/consents.ts';
import { makeChange } from '../platform/database/change.ts';
import { invalidField } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { assertNotDeleted } from '../platform/sign-in/signed-in.ts';
import { accountData } from './account-data.ts';
import { chooseMails } from './choose-mails.ts';
import { colleagueRoutes } from './colleague-routes.ts';
import { deleteAccount } from './delete-account.ts';
import { readDevices, renameDevice, signOutDevice, signOutOthers } from './devices.ts';
import { licenceColumns } from './licence-columns.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { sendOtp } from './send-otp.ts';
import { endSession } from './sessions.ts';
import { type Undone, undoEmailChange } from './undo-email-change.ts';
import { updateUser } from './update-user.ts';
import { readUser } from './user-answer.ts';
import { verifyOtp } from './verify-otp.ts';
import { chooseReminder } from './yearly-licence.ts';

export function accountRoutes(app: Hono, services: Services): void {
  colleagueRoutes(app, services);

  serveShop(app, services, 'register', ({ body, address, once }) =>
    once((makeLast) => register(services, body, address, makeLast)),
  );

  serveShop(app, services, 'login', ({ body, context, ...caller }) =>
    login(services, body, caller, context.req.header('user-agent') ?? ''),
  );

  serveShop(app, services, 'logout', async ({ account }) => {
    await services.database.write((tx) => endSession(tx, account));
    return { message: 'Signed out' };
  });

  const { database, clock } = services;
  serveShop(app, services, 'devices', ({ account }) =>
    readDevices(database.read, clock(), account),
  );

  serveShop(app, services, 'renameDevice', ({ account, params, body }) =>
    makeChange(services, async ({ tx, now }) => {
      await renameDevice(tx, account, params.id, body.name);
      return readDevices(tx, now, account);
    }),
  );

  serveShop(app, services, 'signOutDevice', ({ account, params }) =>
    makeChange(services, async ({ tx, now }) => {
      await signOutDevice(tx, account, params.id);
      return readDevices(tx, now, account);
    }),
  );

  serveShop(app, services, 'signOutOthers', ({ account }) =>
    makeChange(services, async ({ tx, now }) => {
      await signOutOthers(tx, account);
      return readDevices(tx, now, account);
    }),
  );

  serveShop(app, services, 'sendOtp', ({ body, ...caller }) => sendOtp(services, body, caller));

  serveShop(app, services, 'verifyOtp', ({ body, address, once }) =>
    once((makeLast) => verifyOtp(services, body, address, makeLast)),
  );

  serveShop(app, services, 'resetPassword', async ({ body, once, ...caller }) => {
    const deviceToken = await once<string>((makeLast) =>
      resetPassword(services, body, caller, makeLast),
    );
    caller.device.save(deviceToken);
    return { message: messages.reset.done };
  });

  serveShop(app, services, 'updateUser', async ({ account, body, once, ...caller }) => ({
    message: await once((makeLast) => updateUser(services, { account, ...caller }, body, makeLast)),
  }));

  serveShop(app, services, 'undoEmailChange', async ({ body, once, ...caller }) => {
    const undone = await once<Undone>((makeLast) =>
      undoEmailChange(services, body, caller, makeLast),
    );
    caller.device.save(undone.deviceToken);
    return { message: messages.profile.emailUndone, email: undone.email };
  });

  serveShop(app, services, 'updateLicence', async ({ account, body }) => {
    await services.database.write((tx) =>
      tx
        .updateTable('accounts')
        .set(licenceColumns(body))
        .where('id', '=', account.id)
        .where('deletedAt', 'is', null)
        .execute(),
    );
    return { message: messages.profile.licenceDone };
  });

  serveShop(app, services, 'myData', async ({ account, address }) => {
    await countAttempt(services, 'myData', { address }, account.id);
    return accountData(services, account);
  });

  serveShop(app, services, 'deleteAccount', async ({ account, body, address }) => {
    await deleteAccount(services, account, body.password, address);
    return { message: messages.profile.deleted };
  });

  for (const [call, news] of [
    ['customsNews', 'hasCustomsNews'],
    ['filesNews', 'hasFilesNews'],
    ['cartNews', 'hasCartNews'],
  ] as const) {
    serveShop(app, services, call, async ({ account, body: { isWanted } }) => {
      await database.write(async (tx) => {
        await assertNotDeleted(tx, account);
        await chooseMails(tx, account.id, news, isWanted);
      });
      return { isWanted };
    });
  }

  serveShop(app, services, 'chooseNews', async ({ account, body: { news }, address }) => {
    if (news !== null) {
      await countAttempt(services, 'askForNews', { address }, account.id);
      if (!isNewsWords(news)) {
        throw invalidField('news', 'These words have changed. Reload the page to read them.');
      }
    }
    return makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account);
      if (news !== null) {
        const asked = { place: 'account', words: news } as const;
        return { newsConsent: await askForNews(change, services, account.id, asked) };
      }
      await endConsent(change, account.id);
      return { newsConsent: 'none' };
    });
  });

  serveShop(app, services, 'yearlyReminder', async ({ account, body: { wantsReminder } }) => {
    await database.write((tx) => chooseReminder(tx, account.id, wantsReminder));
    return { wantsReminder };
  });

  serveShop(app, services, 'me', async ({ account }) => ({
    success: true,
    user: await readUser(database.read, account),
  }));
}
