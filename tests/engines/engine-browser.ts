/** What a journey asks of a browser, so that it is written once for every engine. */
export interface EngineBrowser {
  /** The engine with its version. */
  readonly version: string;
  readonly firstTab: Tab;
  newTab(): Promise<Tab>;
  /** Ends all of the browser's processes at once, like a power cut. Its profile stays. */
  kill(): Promise<void>;
}

export interface Tab {
  /** Loads a document, and waits until it has. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It can use nothing but its arguments, which are JSON as its answer is. */
  evaluate<A extends readonly unknown[], T>(
    run: (...args: A) => T | PromiseLike<T>,
    ...args: A
  ): Promise<T>;
  /** Presses the mouse's button at a point of the viewport. */
  press(x: number, y: number): Promise<void>;
}

/** Of the window: a phone's. */
export const width = 390;
export const height = 844;
