import type { Hono } from 'hono';
import { messages } from '#contract/messages.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { endSession } from './sessions.ts';
import { userAnswer, userColumns } from './user-answer.ts';

export function accountRoutes(app: Hono, services: Services): void {
  serve(app, services, 'register', async ({ body, address }) => {
    await register(services, body, address);
    return { message: messages.signUp.done };
  });

  serve(app, services, 'login', ({ body, address }) => login(services, body, address));

  serve(app, services, 'logout', async ({ account }) => {
    await services.database.write((tx) => endSession(tx, account.tokenHash));
    return { message: 'Signed out' };
  });

  serve(app, services, 'me', async ({ account }) => {
    const row = await services.database.read
      .selectFrom('accounts')
      .select(userColumns)
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    return { success: true, user: userAnswer(row) };
  });
}
