import { useState } from 'react';
import { Link } from 'react-router';
import { type CommissionState, mayMove } from '#contract/shop/commission-states.ts';
import { type CommissionPayments, orderCalls } from '#contract/studio/orders.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';

/** The server calls the provider up to three times for each of two payments, each with its own timeout. */
const timeoutMs = 90_000;

const partNames = { whole: 'Whole price', deposit: 'Deposit', rest: 'Rest of the price' } as const;

type Payment = CommissionPayments['payments'][number];

interface PaymentsProps {
  readonly requestId: string;
  readonly state: CommissionState;
  /** Called once a refund may have moved the request. */
  readonly onStale: () => Promise<unknown>;
}

/** What was paid for a request, and one press that returns it unless the design was accepted. */
export function PaymentsCard({ requestId, state, onStale }: PaymentsProps) {
  const payments = useAnswer(orderCalls.commissionPayments, { params: { id: requestId } });
  return (
    <Answered of={payments}>
      {(answer) =>
        answer.payments.length > 0 && (
          <Card title="Payments">
            <ul>
              {answer.payments.map((payment) => (
                <li key={payment.orderId}>
                  {partNames[payment.part]}, {formatUsd(payment.totalPrice)}:{' '}
                  <Link to={`/orders/${payment.orderId}`}>{payment.orderNumber}</Link>{' '}
                  <span className="note">({stateOf(payment)})</span>
                </li>
              ))}
            </ul>
            {mayMove(state, 'refund', 'studio') && (
              <RefundAll
                requestId={requestId}
                left={answer.left}
                onChanged={(changed) => {
                  payments.set(changed);
                  void onStale();
                }}
                onFailed={payments.reload}
              />
            )}
          </Card>
        )
      }
    </Answered>
  );
}

function stateOf({ isRefunding, paymentState }: Payment): string {
  if (isRefunding) return 'being refunded';
  return paymentState === 'none' ? 'not paid' : paymentState;
}

interface RefundAllProps {
  readonly requestId: string;
  /** Dollars. */
  readonly left: number;
  readonly onChanged: (payments: CommissionPayments) => void;
  readonly onFailed: () => Promise<void>;
}

function RefundAll({ requestId, left, onChanged, onFailed }: RefundAllProps) {
  const [isAsking, setAsking] = useState(false);
  const mayRefund = useMayCall(orderCalls.refundCommission);
  if (!mayRefund || (left === 0 && !isAsking)) return null;
  const amount = formatUsd(left);

  async function give(): Promise<void> {
    try {
      const answer = await request(orderCalls.refundCommission, {
        params: { id: requestId },
        body: { amount: left },
        timeoutMs,
      });
      onChanged(answer);
      if (answer.payments.some(({ isRefunding }) => isRefunding)) {
        toast.blank('The payment provider hasn’t answered yet; we keep checking.');
      } else toast.success(`${amount} refunded. The buyer has been e-mailed.`);
    } catch (error) {
      await onFailed();
      throw error;
    }
  }

  return (
    <>
      <div className="line-3">
        <Button variant="paper" onClick={() => setAsking(true)}>
          Refund {amount}…
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={`Refund ${amount}?`}
          action={`Refund ${amount}`}
          onClose={() => setAsking(false)}
          onConfirm={give}
        >
          <p>It returns everything that was paid for this request. This can’t be undone.</p>
          <p>The request is closed as refunded, and its buyer gets no files.</p>
        </Confirm>
      )}
    </>
  );
}
