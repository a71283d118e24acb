/**
 * What stands around the pages of an entry: the bar with its places, on a phone at the bottom, at a desk at the top or the side. Owns the
 * skip link and the menu with language, appearance and the way out; the places are a list that each entry brings.
 */
import { Divider, Drawer, Stack, UnstyledButton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react';
import { afterPaint } from '../after-paint.ts';
import { useAct } from '../api-hooks.ts';
import { type IconProps, LogOutIcon, MoreIcon, PersonIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import { useAccountChange, useSession } from '../session.ts';
import { BrandMark } from './brand-mark.tsx';
import classes from './frame.module.css';
import { LiveBar } from './live-bar.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { SettingsSwitches } from './settings-switches.tsx';

export interface NavPlace {
  /** Below the entry's path. */
  to: string;
  label: string;
  icon: ComponentType<IconProps>;
  /** Also in the bar of a phone, which has room for four. The others are behind "More". */
  onPhone?: boolean;
}

export interface FrameProps {
  places: readonly NavPlace[];
  /** Where the places stand at a desk. */
  desk: 'top' | 'side';
  /** What the entry is called beside the brand: "Admin". */
  name?: string;
  /** Between the places and the menu: a basket's count, a search. */
  extra?: ReactNode;
  /** The topic by which the bar tells whether the service is there; that of the event log unless told. */
  liveTopic?: string;
  /** Ends a session that is none of an account; null: there is none. Unless told it is the account's. */
  leave?: (() => void) | null;
  children: ReactNode;
}

export function Frame({ places, desk, name, extra, liveTopic = 'events', leave, children }: FrameProps) {
  const words = useWords(kitWords);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const phonePlaces = places.filter(({ onPhone }) => onPhone).slice(0, 4);
  return (
    <div className={classes.frame} data-desk={desk}>
      <a className={classes.skip} href="#content">
        {words.skip}
      </a>
      <header className={classes.bar}>
        <Link to="/" className={classes.brand!}>
          <BrandMark />
          <span>{words.brand}</span>
          {name !== undefined && <span className={classes.name}>{name}</span>}
        </Link>
        <nav className={classes.deskNav} aria-label={words.navigation}>
          {places.map((place) => (
            <PlaceLink key={place.to} place={place} />
          ))}
        </nav>
        <span className={classes.extra}>{extra}</span>
        <UnstyledButton
          className={classes.menuButton}
          aria-label={words.menu}
          onClick={() => setMenuOpen(true)}
        >
          <PersonIcon />
        </UnstyledButton>
      </header>
      <OfflineBar />
      <LiveBar topic={liveTopic} />
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <nav className={classes.phoneNav} aria-label={words.navigation}>
        {phonePlaces.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <UnstyledButton className={classes.place} onClick={() => setMenuOpen(true)}>
          <MoreIcon />
          <span>{words.more}</span>
        </UnstyledButton>
      </nav>
      <Drawer
        opened={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        position="right"
        size={320}
        title={words.menu}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Menu places={places} leave={leave} close={() => setMenuOpen(false)} />
      </Drawer>
    </div>
  );
}

function PlaceLink({ place, onClick }: { place: NavPlace; onClick?: () => void }) {
  const { to, label, icon: Icon } = place;
  const navigate = useNavigate();
  /** The press is painted first: leaving one page and beginning another is much to do. Other ways to open a link stay the browser's. */
  const press = (event: MouseEvent) => {
    onClick?.();
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    afterPaint(() => void navigate({ to }));
  };
  return (
    <Link
      to={to}
      className={classes.place!}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ 'data-active': true, 'aria-current': 'page' } as never}
      onClick={press}
    >
      <Icon />
      <span>{label}</span>
    </Link>
  );
}

interface MenuProps {
  places: readonly NavPlace[];
  leave: FrameProps['leave'];
  close(): void;
}

function Menu({ places, leave, close }: MenuProps) {
  const words = useWords(kitWords);
  return (
    <Stack>
      <nav className={classes.menuNav} aria-label={words.menu}>
        {places.map((place) => (
          <PlaceLink key={place.to} place={place} onClick={close} />
        ))}
        {leave === undefined ? (
          <AccountExit close={close} />
        ) : (
          leave && (
            <Exit
              leave={() => {
                leave();
                close();
              }}
            />
          )
        )}
      </nav>
      <Divider />
      <SettingsSwitches />
    </Stack>
  );
}

/** Of the account that is logged in. */
function AccountExit({ close }: { close(): void }) {
  const { account } = useSession();
  const changeAccount = useAccountChange();
  const logOut = useAct('POST /api/auth/logout', {
    onDone() {
      changeAccount(null);
      close();
    },
  });
  return account && <Exit isRunning={logOut.isRunning} leave={() => logOut.run({})} />;
}

function Exit({ leave, isRunning = false }: { leave(): void; isRunning?: boolean }) {
  const words = useWords(kitWords);
  return (
    <UnstyledButton className={classes.place} disabled={isRunning} onClick={leave}>
      <LogOutIcon />
      <span>{words.logOut}</span>
    </UnstyledButton>
  );
}
