/** Safari's flag for a page that runs as an app from the home screen. */
export interface HomeScreenNavigator extends Navigator {
  readonly standalone?: boolean;
}

/** Whether this is an app on the home screen of an iPhone or iPad, which shares no storage with Safari. */
export function isHomeScreenApp(browser: HomeScreenNavigator = navigator): boolean {
  return browser.standalone === true;
}
