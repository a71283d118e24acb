/** How the order of a pre-order is delivered, as a form has it and as the service takes it. Pure. */

/** Empty texts: what the service takes by itself. */
export interface ChosenDelivery {
  delivery_method: 'pickup' | 'shipping' | 'express';
  pickup_point_id: string;
  address_id: string;
  shipping_carrier_id: string;
}

/** As the service takes it: nothing that the method doesn't use. */
export const deliveryInput = (chosen: ChosenDelivery) => ({
  delivery_method: chosen.delivery_method,
  ...(chosen.delivery_method === 'pickup' &&
    chosen.pickup_point_id !== '' && { pickup_point_id: chosen.pickup_point_id }),
  ...(chosen.delivery_method !== 'pickup' && chosen.address_id !== '' && { address_id: chosen.address_id }),
  ...(chosen.delivery_method === 'shipping' &&
    chosen.shipping_carrier_id !== '' && { shipping_carrier_id: chosen.shipping_carrier_id }),
});
