import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createSemaphore } from '../jobs/semaphore.ts';
import type { Passwords } from '../services/services.ts';

interface Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. It can be raised here; older hashes still verify. */
const cost: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
const tagBytes = 32;

/** How many hashes run at once, so that they don't starve file reads, which share Node's four threads. */
const atOnce = 2;
/** More would only time out. */
const queue = {
  mayWait: 100,
  refusal: 'Too many sign-ins right now. Please try again in a moment.',
};

const storedPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{10,})\$([A-Za-z0-9+/]{10,})$/;
/** A well-formed hash that no password matches. */
const nobodysHash = storedForm(cost, Buffer.alloc(16), Buffer.alloc(tagBytes));

/** Hashes passwords with argon2id in Node's thread pool, a few at once. */
export function argonPasswords(): Passwords {
  const semaphore = createSemaphore(atOnce, queue);

  return {
    async hash(password) {
      const salt = randomBytes(16);
      const tag = await semaphore(() => derive(password, salt, cost, tagBytes));
      return storedForm(cost, salt, tag);
    },
    async matches(password, stored) {
      const parts = storedPattern.exec(stored ?? nobodysHash) ?? storedPattern.exec(nobodysHash);
      const [, memory, passes, lanes, salt, tag] = parts ?? [];
      const known = Buffer.from(tag ?? '', 'base64');
      const tried = await semaphore(() =>
        derive(
          password,
          Buffer.from(salt ?? '', 'base64'),
          { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
          known.length,
        ),
      );
      return timingSafeEqual(known, tried);
    },
  };
}

function derive(password: string, salt: Buffer, by: Cost, bytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  argon2(
    'argon2id',
    {
      // The same password typed on another system may arrive in another Unicode form.
      message: Buffer.from(password.normalize('NFKC')),
      nonce: salt,
      memory: by.memoryKib,
      passes: by.passes,
      parallelism: by.lanes,
      tagLength: bytes,
    },
    (error, tag) => (error ? reject(error) : resolve(tag)),
  );
  return promise;
}

function storedForm(by: Cost, salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${by.memoryKib},t=${by.passes},p=${by.lanes}$${text(salt)}$${text(tag)}`;
}
