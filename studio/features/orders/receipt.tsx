import { paperSizeFor } from '#contract/shop/paper.ts';
import { giftMethod, orderCalls, type StudioOrder } from '#contract/studio/orders.ts';
import { pathOf } from '#contract/wire/call.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { dayName } from '../../ui/day-name.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { hasBeenPaid } from './order-part.ts';

/** E-mails the receipt again. */
export function Receipt({ order }: { readonly order: StudioOrder }) {
  const [isSending, begin] = useBusy('The shop can’t be reached. Nothing was sent.');
  const hasReceipt = hasBeenPaid(order) && order.paymentMethod !== giftMethod;
  if (!hasReceipt || order.buyer.email === '') return null;

  const send = () =>
    begin(async () => {
      toast.success(
        (await request(orderCalls.resendReceipt, { params: { orderId: order.id } })).message,
      );
    });

  return (
    <Button
      variant="quiet"
      aria-disabled={isSending}
      aria-busy={isSending}
      onClick={() => void send()}
    >
      Send the receipt again
    </Button>
  );
}

/** The receipt and credit notes as PDF. */
export function Papers({ order }: { readonly order: StudioOrder }) {
  const { id: orderId, receiptNumber, earlierReceipts, creditNotes } = order;
  const size = paperSizeFor(navigator.language);
  const href = (number: string) => pathOf(orderCalls.orderPaper, { orderId, number, size });
  return (
    <>
      {receiptNumber !== null && (
        <DownloadButton variant="quiet" href={href(receiptNumber)}>
          Receipt (PDF)
        </DownloadButton>
      )}
      {receiptNumber !== null &&
        earlierReceipts.map(({ version, createdAt }) => (
          <DownloadButton
            key={version}
            variant="quiet"
            href={`${href(receiptNumber)}?version=${version}`}
          >
            Receipt version {version} of {dayName(dayIn(undefined, createdAt))} (PDF)
          </DownloadButton>
        ))}
      {creditNotes.map(({ number }) => (
        <DownloadButton key={number} variant="quiet" href={href(number)}>
          Credit note {number} (PDF)
        </DownloadButton>
      ))}
    </>
  );
}
