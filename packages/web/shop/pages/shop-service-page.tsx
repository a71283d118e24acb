/** /shop: how the service is. */
import { ServiceState } from '../../kit/parts/service-state.tsx';

export const ShopServicePage = () => <ServiceState />;
