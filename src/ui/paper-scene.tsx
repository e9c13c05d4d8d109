import cart from './scenes/cart.svg';
import empty from './scenes/empty.svg';
import error from './scenes/error.svg';
import offline from './scenes/offline.svg';
import orders from './scenes/orders.svg';
import search from './scenes/search.svg';
import wishlist from './scenes/wishlist.svg';

const scenes = { empty, offline, error, cart, orders, wishlist, search } as const;

export type SceneName = keyof typeof scenes;

interface PaperSceneProps {
  readonly name: SceneName;
  readonly className?: string | undefined;
}

/** A small paper scene. A picture rather than code, so that it costs nothing until shown. */
export function PaperScene({ name, className }: PaperSceneProps) {
  return <img src={scenes[name]} width={240} height={170} className={className} alt="" />;
}
