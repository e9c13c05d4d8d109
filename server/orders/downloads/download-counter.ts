import { sql } from 'kysely';
import { makeChange } from '../../platform/database/change.ts';
import type { LinkClaim } from '../../platform/files/signed-link.ts';
import type { GivenBytes } from '../../platform/http/file-answer.ts';
import type { Services } from '../../platform/services/services.ts';
import { readToday } from '../../platform/settings/settings.ts';

/** How many downloads that broke are remembered, for their rest to count. */
const maxBegun = 10_000;

/**
 * Counts downloads for the studio's figures, each once: when a file that was begun at its first byte has been given to
 * the last one, in whatever parts. Not a look at some bytes, nor a part that is read again. A part that another process
 * of the shop gives the rest of isn't counted.
 */
export class DownloadCounter {
  readonly #services: Services;
  /** Files that were begun and aren't complete, the oldest first. */
  readonly #begun = new Set<string>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** What to do about an answer that gives bytes of this file, or of a ZIP of several designs. */
  follow({ expiresAt: _, ...wanted }: LinkClaim, productIds: readonly string[]): GivenBytes {
    const key = JSON.stringify(wanted);
    return {
      onWhole: () => {
        this.#begun.add(key);
        const [oldest] = this.#begun.size > maxBegun ? this.#begun : [];
        if (oldest !== undefined) this.#begun.delete(oldest);
      },
      onEnd: async () => {
        if (this.#begun.delete(key)) await this.count(productIds);
      },
    };
  }

  /** Counts a download of each design. If that fails, the buyer gets the file anyway. */
  async count(productIds: readonly string[]): Promise<void> {
    const { env, log } = this.#services;
    try {
      await makeChange(this.#services, async ({ tx, now }) => {
        const day = await readToday(tx, env, now);
        await tx
          .insertInto('downloadDays')
          .values(productIds.map((productId) => ({ day, productId, count: 1 })))
          .onConflict((conflict) =>
            conflict
              .columns(['day', 'productId'])
              .doUpdateSet({ count: sql`"downloadDays"."count" + 1` }),
          )
          .execute();
      });
    } catch (error) {
      log.warn({ err: error }, 'a download was not counted');
    }
  }
}
