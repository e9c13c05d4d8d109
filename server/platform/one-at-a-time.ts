/** Runs work of the same key one after another, in the order in which it was asked for. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @throws what `work` throws */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key)?.catch(() => {});
    const own = Promise.resolve(before).then(work);
    this.#last.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key);
    }
  }
}
