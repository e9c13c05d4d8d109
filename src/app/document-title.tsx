import { useEffect, useLayoutEffect } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { matchPath, type PathName, paths } from '#contract/shop/paths.ts';

/**
 * Sets the title of a screen whose title comes with its data: `title` fills `{title}` of the path's;
 * pass null until it has loaded. What the server wrote into the HTML stays until then.
 */
export function useDocumentTitle(name: PathName, title: string | null): void {
  const shop = useShopSettings()?.name;
  // With the heading, not after it: a screen reader reads the title as soon as that is there.
  useLayoutEffect(() => {
    if (title === null || shop === undefined) return;
    document.title = paths[name].title.replace('{title}', title).replace('{name}', shop);
  }, [name, title, shop]);
}

/** The title of every screen that the path table can name by itself. */
export function RouteTitle({ pathname }: { readonly pathname: string }) {
  const shop = useShopSettings()?.name;
  useEffect(() => {
    const name = matchPath(pathname)?.name;
    if (name === undefined || shop === undefined) return;
    const { title } = paths[name];
    if (!title.includes('{title}')) document.title = title.replace('{name}', shop);
  }, [pathname, shop]);
  return null;
}
