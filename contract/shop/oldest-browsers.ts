/**
 * The oldest browsers that run the shop and the studio: the build's targets (decision 092). base.css asks for what came
 * with them, the plain page and docs/browsers.md name them.
 */
export const oldestBrowsers = {
  chrome: '123',
  edge: '123',
  firefox: '126',
  safari: '17.5',
  ios: '17.5',
} as const;

/** The same for people. */
export const oldestBrowsersText = `Chrome or Edge ${oldestBrowsers.chrome}, Firefox ${oldestBrowsers.firefox}, Safari ${oldestBrowsers.safari} or iOS ${oldestBrowsers.ios}`;
