import { orderZipPath } from '#contract/shop/bought-zip.ts';
import type { Order } from '#contract/shop/order.ts';
import { downloadable } from './downloadable.ts';
import { ZipDownload } from './zip-download.tsx';

/** Downloads all designs of an order with their licences. Renders nothing for fewer than two. */
export function DownloadOrder({ order }: { readonly order: Order }) {
  const items = downloadable([order]);
  if (items.length < 2) return null;
  return (
    <ZipDownload
      link={orderZipPath(order._id)}
      fileName={`Order ${order.orderNumber}.zip`}
      label={`Download all ${items.length} designs`}
      of={`Order ${order.orderNumber}`}
      orderNumber={order.orderNumber}
      items={items}
    />
  );
}
