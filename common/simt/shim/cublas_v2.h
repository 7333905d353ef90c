// cuBLAS: its names are refused where a program that includes this uses them.
