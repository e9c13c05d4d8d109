import { createApp } from '#server/app.ts';
import { call, send } from './call.ts';
import { makeServices } from './make-services.ts';
import { newestMail, queuedMails } from './queued-mails.ts';
import { setPassword, signUp } from './sign-up.ts';

export const password = 'cotton and thread';
export const theirs = 'silk and felt';
export const beas = 'bea@shop.example';
export const names = { firstName: 'Bea', lastName: 'Moss' };

/** A shop with an account to share, whose owner's password is known. */
export async function openSharedAccount() {
  const services = await makeServices({ limitFactor: 100 });
  const app = createApp(services);
  const { read } = services.database;
  /** An account with a password that is known. */
  const newOwner = async (email?: string) => {
    const owner = await signUp(services, email === undefined ? {} : { email });
    await setPassword(services, owner.id, password);
    return owner;
  };
  const owner = await newOwner();
  const invite = async (email: string, { token } = owner) => {
    services.pass(1);
    const { answer } = await call(app, 'inviteColleague', { token, body: { email, password } });
    return answer.colleagues;
  };
  /** The token of the newest invitation mailed to an address. */
  const linkTo = async (recipient: string) => {
    const text = await newestMail(services, { to: recipient, subject: /^An invitation/ });
    return /\/sign-up\?colleague#token=([\w-]{43})\b/.exec(text)?.[1] ?? '';
  };
  const join = (token: string) =>
    send(app, 'joinAccount', { body: { token, ...names, password: theirs } });
  const codeOf = async (response: Promise<Response>) => {
    const { code } = (await (await response).json()) as { code?: string };
    return code ?? 'OK';
  };
  const signIn = (email: string, secret: string) =>
    codeOf(send(app, 'login', { body: { email, password: secret } }));
  const isIn = async (token: string) => (await send(app, 'me', { token })).status === 200;
  const mailsTo = async (to: string) =>
    (await queuedMails(services, { to })).map(({ subject }) => subject);
  return {
    services,
    app,
    read,
    owner,
    newOwner,
    invite,
    linkTo,
    join,
    codeOf,
    signIn,
    isIn,
    mailsTo,
  };
}
