import { signOut } from '#api/sign-out.ts';
import type { User } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { Menu } from '#ui/menu.tsx';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import styles from './account-menu.module.css';

const options = [
  { value: 'account', label: 'My Account' },
  { value: 'settings', label: 'Settings' },
  { value: 'logout', label: 'Logout' },
] as const;

/** The button with the avatar or the first name's initial, and the account menu it opens. */
export function AccountMenu({ user }: { readonly user: User }) {
  const navigate = useShopNavigate();
  const { firstName } = user.colleague ?? user;

  async function select(value: string): Promise<void> {
    if (value === 'account') navigate(paths.myAccount.path);
    else if (value === 'settings') navigate(`${paths.myAccount.path}#app`);
    else {
      if (await signOut()) navigate(paths.signIn.path);
    }
  }

  return (
    <Menu
      label="Account"
      buttonLabel={`Account of ${firstName}`}
      variant="icon"
      className={styles.avatar}
      options={options}
      onSelect={(value) => void select(value)}
    >
      {user.avatar ? (
        <img className={styles.image} src={user.avatar.url} width={44} height={44} alt="" />
      ) : (
        firstName.slice(0, 1).toUpperCase()
      )}
    </Menu>
  );
}
