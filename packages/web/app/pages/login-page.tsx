/** /login: for whoever comes to log in; pages that need it show the same where they are. */
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useAddress } from '../../kit/address-state.ts';
import { LoginPanel } from '../../kit/parts/login-gate.tsx';
import { useSession } from '../../kit/session.ts';

/** Only a path of this app: a link can't lead elsewhere by a login. */
const safeNext = (next: string): string => (/^\/(?![/\\])/.test(next) ? next : '/');

export function LoginPage() {
  const { account } = useSession();
  const [{ next }] = useAddress({ next: '/' });
  const navigate = useNavigate();
  const to = safeNext(next);
  if (account) return <Navigate to={to} replace />;
  return <LoginPanel onDone={() => void navigate({ to, replace: true })} />;
}
