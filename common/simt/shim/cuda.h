// The driver API's header, which many programs include but few use: it declares no functions.
