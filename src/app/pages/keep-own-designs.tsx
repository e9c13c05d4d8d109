import { useSession } from '#api/use-session.ts';
import { KeepOffline } from '#features/season-packs/keep-offline.tsx';

interface KeepOwnDesignsProps {
  readonly kind: 'wishlist' | 'bought';
  readonly name: string;
}

/** The action that keeps the saved or bought designs of the account, or of the visitor, offline. */
export function KeepOwnDesigns({ kind, name }: KeepOwnDesignsProps) {
  const accountId = useSession(({ user }) => user?._id ?? null);
  return <KeepOffline name={name} source={{ kind, accountId }} />;
}
